import { expect, it, vi } from 'vitest';
import { canMakeFiles, mayEncode } from './device.ts';

const visitWith = (userAgent: string) => vi.stubGlobal('navigator', { userAgent });

it('makes no files inside an app, nor without workers', async () => {
  vi.stubGlobal('Worker', class {});
  visitWith('Mozilla/5.0 (iPhone) Instagram 380.0.0.28.109');
  expect(canMakeFiles()).toBe(false);
  visitWith('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  expect(canMakeFiles()).toBe(true);
  vi.stubGlobal('Worker', undefined);
  expect(canMakeFiles()).toBe(false);
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    true,
  ],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', true],
])('asks no encoder that crashes the page (%s)', (userAgent, isAsked) => {
  vi.stubGlobal('Worker', class {});
  vi.stubGlobal('VideoEncoder', class {});
  visitWith(userAgent);
  expect(mayEncode()).toBe(isAsked);
});
