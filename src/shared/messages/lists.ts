import { LOCALE } from '#messages/language.ts';

const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const enumeration = new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' });

/** Joins phrases: '2 photos, 1 video and 1 sound'. */
export const listWithAnd = (parts: readonly string[]): string => conjunction.format(parts);

/** Joins phrases without a last word between them: '41 private, 19 deleted, 8 other'. */
export const listWithCommas = (parts: readonly string[]): string => enumeration.format(parts);
