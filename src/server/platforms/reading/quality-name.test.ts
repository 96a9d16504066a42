import { expect, it } from 'vitest';
import { qualityName } from './extracted-post.ts';

it.each([
  [240, '360p'],
  [404, '360p'],
  [480, '480p'],
  [576, '540p'],
  [640, '720p'],
  [720, '720p'],
  [1080, '1080p'],
])('names a short side of %i pixels %s', (side, name) => {
  expect(qualityName(side)).toBe(name);
});
