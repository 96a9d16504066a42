/** The language of this folder, as a BCP 47 tag: the pages' `lang` and the rules for plurals, lists and numbers. */
export const LANGUAGE = 'en';
/** The language and region whose rules format dates and times. */
export const DATE_LOCALE = 'en-GB';
