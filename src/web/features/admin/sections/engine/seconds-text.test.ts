import { expect, it } from 'vitest';
import { secondsText } from './seconds-text.ts';

it('formats seconds, and a dash for null', () => {
  expect(secondsText(840)).toBe('0.8 s');
  expect(secondsText(null)).toBe('–');
});
