/** Signs that end a line, or turn round the text after them: what holds them could pretend to be what it is not. */
const MISLEADING_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Whether a text holds a sign that ends a line, is not seen, or turns round what follows. */
export const hasMisleadingCharacters = (text: string): boolean => MISLEADING_CHARACTERS.test(text);

/** Whether a text is one line that says something and shows as it is written. */
export const isPlainText = (text: string): boolean => text.trim() !== '' && !hasMisleadingCharacters(text);
