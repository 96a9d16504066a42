import { LOCALE } from '#messages/language.ts';

// Created when first used, because few pages use them and creating one takes milliseconds.
let conjunction: Intl.ListFormat | undefined;
let enumeration: Intl.ListFormat | undefined;

/** Joins phrases: '2 photos, 1 video and 1 sound'. */
export const listWithAnd = (parts: readonly string[]): string => {
  conjunction ??= new Intl.ListFormat(LOCALE, { type: 'conjunction' });
  return conjunction.format(parts);
};

/** Joins phrases with commas alone: '41 private, 19 deleted, 8 other'. */
export const listWithCommas = (parts: readonly string[]): string => {
  enumeration ??= new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' });
  return enumeration.format(parts);
};
