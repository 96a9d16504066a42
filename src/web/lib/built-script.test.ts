import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setBasePath } from '#shared/base-path.ts';
import { builtScript } from './built-script.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://harbour.example/savelet/help'));
  setBasePath('/savelet');
});
afterEach(() => {
  vi.unstubAllGlobals();
  setBasePath('');
});

it.each(['/savelet/service-worker.js', '/savelet/assets/make-zip-Ab12.js'])(
  'a worker may be %s',
  (address) => {
    expect(builtScript(address)).toBe(address);
  },
);

it.each([
  '/service-worker.js',
  '/savelet/service-worker.js?v=2',
  '/savelet/assets/../api/media/x',
  '/savelet/api/media/x',
  'https://evil.example/savelet/service-worker.js',
  'data:text/javascript,alert(1)',
  'blob:https://harbour.example/1',
])('a worker may not be %s', (address) => {
  expect(() => builtScript(address)).toThrow(TypeError);
});
