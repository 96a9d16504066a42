import { expect, it, vi } from 'vitest';
import { canEncodeFilm, canMakeFiles } from './device.ts';

const visitWith = (userAgent: string) => vi.stubGlobal('navigator', { userAgent });

it('makes no files inside an app, nor without workers', async () => {
  vi.stubGlobal('Worker', class {});
  visitWith('Mozilla/5.0 (iPhone) Instagram 380.0.0.28.109');
  expect(canMakeFiles()).toBe(false);
  visitWith('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  expect(canMakeFiles()).toBe(true);
  vi.stubGlobal('Worker', undefined);
  expect(canMakeFiles()).toBe(false);
  expect(await canEncodeFilm()).toBe(false);
});
