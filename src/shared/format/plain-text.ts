/** Matches a control character, a line break or a bidirectional mark: a text that contains one can look like another text. */
const MISLEADING_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/**
 * Returns whether a text contains a line break, an invisible control character or a mark that reverses the text after
 * it.
 */
export const hasMisleadingCharacters = (text: string): boolean => MISLEADING_CHARACTERS.test(text);

/** Returns whether a text is a single non-blank line without misleading characters. */
export const isPlainText = (text: string): boolean => text.trim() !== '' && !hasMisleadingCharacters(text);
