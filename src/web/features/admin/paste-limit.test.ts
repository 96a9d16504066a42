import { expect, it } from 'vitest';
import { exceedsMaxLength } from './paste-limit.ts';

it('knows when the browser shortens a paste: what is selected makes room', () => {
  const field = (value: string, [selectionStart, selectionEnd] = [0, 0], maxLength = 5) => ({
    value,
    selectionStart,
    selectionEnd,
    maxLength,
  });
  expect(exceedsMaxLength(field(''), 'abcde')).toBe(false);
  expect(exceedsMaxLength(field(''), 'abcdef')).toBe(true);
  expect(exceedsMaxLength(field('abc'), 'def')).toBe(true);
  expect(exceedsMaxLength(field('abc', [1, 3]), 'def')).toBe(false);
  // A field without a limit.
  expect(exceedsMaxLength(field('abc', [0, 0], -1), 'def')).toBe(false);
  // An email field does not tell its selection.
  const email = { ...field('abc'), selectionStart: null, selectionEnd: null };
  expect(exceedsMaxLength(email, 'ab')).toBe(false);
});
