/** The language of this folder, as a BCP 47 tag: the pages' `lang` and the rules for plurals, lists and numbers. */
export const LANGUAGE = 'en';
/** The language and region whose rules format dates, times and lists. */
export const LOCALE = 'en-GB';
