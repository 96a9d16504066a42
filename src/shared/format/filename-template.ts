import { FILENAME_TEMPLATE_MAX_CHARACTERS } from '../limits.ts';

/** Tokens of a template for file names, in the order in which people read them. */
export const FILENAME_TOKENS = ['platform', 'user', 'date', 'id', 'type', 'quality', 'n'] as const;
export type FilenameToken = (typeof FILENAME_TOKENS)[number];

/** Why a template for file names cannot be used. `token` is an unknown token without its brackets. */
export type FilenameTemplateFault =
  | { readonly kind: 'empty' | 'long' | 'character' }
  | { readonly kind: 'token'; readonly token: string };

const TOKEN = /\{(\w+)\}/g;

/**
 * Characters that a template may have outside of its tokens. None of them is reserved on Windows, Android or iOS, means something to a
 * program that unpacks a ZIP, or changes how the rest of the name looks.
 */
const PLAIN = /^[\w .,()[\]@+-]*$/;

/** Returns what is wrong with a template; null if nothing is. */
export function findTemplateFault(template: string): FilenameTemplateFault | null {
  if (template.trim() === '') return { kind: 'empty' };
  if (template.length > FILENAME_TEMPLATE_MAX_CHARACTERS) return { kind: 'long' };
  for (const [, token = ''] of template.matchAll(TOKEN))
    if (!FILENAME_TOKENS.some((known) => known === token)) return { kind: 'token', token };
  return PLAIN.test(template.replace(TOKEN, '')) ? null : { kind: 'character' };
}

const SEPARATORS_BEFORE = /[ _.,-]+$/;
const SEPARATORS_AT_START = /^[ _.,-]+/;
const EMPTY_BRACKETS = /[ _.,-]*(?:\(\)|\[\])/g;

/**
 * Fills a template with the values of its tokens. The separators before an empty value are left out, too, and so are separators at the start
 * and brackets around nothing.
 */
export function fillTemplate(template: string, values: Readonly<Record<FilenameToken, string>>): string {
  // Every second piece is the name of a token.
  const pieces = template.split(TOKEN);
  let filled = '';
  for (let index = 0; index < pieces.length; index += 2) {
    const plain = pieces[index] ?? '';
    const token = pieces[index + 1];
    const value = token === undefined ? null : (values[token as FilenameToken] ?? '');
    const kept = value === '' ? plain.replace(SEPARATORS_BEFORE, '') : plain;
    filled += (filled === '' ? kept.replace(SEPARATORS_AT_START, '') : kept) + (value ?? '');
  }
  return filled.replace(EMPTY_BRACKETS, '');
}
