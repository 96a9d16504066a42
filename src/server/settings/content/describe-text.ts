import { Parser } from 'htmlparser2';

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/**
 * Describes the owner's HTML by what a person typed and placed: '5 characters, 1 picture'. Tags do not count, and an entity is the one
 * character that it stands for. Null for no HTML.
 */
export const describeText = (html: string): string | null => {
  if (html === '') return null;
  let characters = 0;
  let pictures = 0;
  const parser = new Parser({
    ontext(text) {
      characters += [...text].length;
    },
    onopentagname(name) {
      if (name === 'img') pictures += 1;
    },
  });
  parser.end(html);
  const parts = [
    ...(characters > 0 || pictures === 0 ? [counted(characters, 'character')] : []),
    ...(pictures > 0 ? [counted(pictures, 'picture')] : []),
  ];
  return parts.join(', ');
};
