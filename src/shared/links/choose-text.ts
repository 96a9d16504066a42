import { parseLink } from './parse-link.ts';

/** Returns the first of several texts that has an accepted link, else the first one that is not blank; undefined without such a text. */
export const chooseText = (texts: readonly string[]): string | undefined =>
  texts.find((text) => parseLink(text).ok) ?? texts.find((text) => text.trim() !== '');
