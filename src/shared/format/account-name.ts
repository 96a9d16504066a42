/**
 * Matches invisible characters and characters that change the order of a text: controls, marks of direction, zero-width characters, tags,
 * soft hyphens, fillers, variation selectors, unpaired surrogates, private-use characters and noncharacters. U+2800 is the blank character
 * of Braille.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Scripts with letters that look like letters of another script, usually of the Latin script (https://www.unicode.org/reports/tr39/). */
const LOOK_ALIKE_SCRIPTS = [
  'Cyrillic',
  'Greek',
  'Cherokee',
  'Armenian',
  'Coptic',
  'Georgian',
  'Glagolitic',
  'Gothic',
  'Deseret',
  'Lisu',
  'Osage',
  'Miao',
  'Tifinagh',
  'Vai',
  'Canadian_Aboriginal',
  'Old_Italic',
  'Lycian',
  'Lydian',
  'Carian',
  'Elbasan',
  'Warang_Citi',
] as const;

/**
 * One expression for each script of LOOK_ALIKE_SCRIPTS. It matches a text without letters of that script and a text without letters of any
 * other script.
 */
const UNMIXED = LOOK_ALIKE_SCRIPTS.map(
  (script) => new RegExp(`^(?:\\P{sc=${script}}*|[\\p{sc=${script}}\\p{sc=Common}\\p{sc=Inherited}]*)$`, 'u'),
);

/** Returns a name as it is stored: composed (NFC), with plain single spaces and none at its ends. */
export const tidyAccountName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/**
 * Returns whether a tidied name contains no invisible characters, and no letters of a look-alike script such as Cyrillic or Greek together
 * with letters of another script. Other mixtures, such as Latin with Han or Arabic, are accepted.
 */
export const isReadableName = (name: string): boolean =>
  !INVISIBLE.test(name) && UNMIXED.every((pattern) => pattern.test(name));
