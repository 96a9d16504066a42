import { expect, it } from 'vitest';
import { filmSize } from './make-film.ts';

it('makes films in the size of the picture, as large as phones show them', () => {
  expect(filmSize({ width: 640, height: 801 })).toEqual({ width: 640, height: 802 });
  expect(filmSize({ width: 1440, height: 1800 })).toEqual({ width: 1080, height: 1350 });
  expect(filmSize({ width: 4000, height: 1000 })).toEqual({ width: 1920, height: 480 });
  expect(filmSize({ width: 1, height: 3000 })).toEqual({ width: 2, height: 1920 });
});
