import { expect, it } from 'vitest';
import { isCutAtMost } from './paste-limit.ts';

it('knows when the browser shortens a paste: what is selected makes room', () => {
  const field = (value: string, [selectionStart, selectionEnd] = [0, 0], maxLength = 5) => ({
    value,
    selectionStart,
    selectionEnd,
    maxLength,
  });
  expect(isCutAtMost(field(''), 'abcde')).toBe(false);
  expect(isCutAtMost(field(''), 'abcdef')).toBe(true);
  expect(isCutAtMost(field('abc'), 'def')).toBe(true);
  expect(isCutAtMost(field('abc', [1, 3]), 'def')).toBe(false);
  // A field without a limit.
  expect(isCutAtMost(field('abc', [0, 0], -1), 'def')).toBe(false);
  // An email field does not tell its selection.
  const email = { ...field('abc'), selectionStart: null, selectionEnd: null };
  expect(isCutAtMost(email, 'ab')).toBe(false);
});
