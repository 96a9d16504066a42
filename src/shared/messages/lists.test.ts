import { expect, it } from 'vitest';
import { listWithAnd, listWithCommas } from './lists.ts';

it('joins phrases as a sentence does', () => {
  expect(listWithAnd(['2 photos', '1 video', '1 sound'])).toBe('2 photos, 1 video and 1 sound');
  expect(listWithAnd(['1 photo', '1 video'])).toBe('1 photo and 1 video');
  expect(listWithAnd([])).toBe('');
  expect(listWithCommas(['41 private', '19 deleted', '8 other'])).toBe('41 private, 19 deleted, 8 other');
});
