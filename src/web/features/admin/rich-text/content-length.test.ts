import { expect, it } from 'vitest';
import { countWords } from './content-length.ts';

it.each([
  ['', 0],
  [' \n ', 0],
  ['one', 1],
  ['Don’t count — these, marks!', 4],
  ['first\n\nsecond', 2],
])('countWords(%j) is %j', (text, count) => expect(countWords(text)).toBe(count));
