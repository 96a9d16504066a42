import { expect, it } from 'vitest';
import { secondsText } from './seconds-text.ts';

it('formats seconds, never as none, and a dash for null', () => {
  expect(secondsText(840)).toBe('0.8 s');
  expect(secondsText(100)).toBe('0.1 s');
  for (const ms of [0, 4, 60, 99.9]) expect(secondsText(ms)).toBe('under 0.1 s');
  expect(secondsText(null)).toBe('–');
});
