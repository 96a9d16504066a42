import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.resetModules());

it('passes an address through where there are no trusted types', async () => {
  const { builtScript } = await import('./built-script.ts');
  expect(builtScript('/assets/worker/a.js')).toBe('/assets/worker/a.js');
});

it('makes one policy, which allows only the addresses of the build', async () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.resetModules();
  const { builtScript } = await import('./built-script.ts');
  expect(builtScript('/assets/worker/a.js')).toBe('/assets/worker/a.js');
  expect(builtScript('/assets/worker/b.js')).toBe('/assets/worker/b.js');
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(createPolicy.mock.calls[0]?.[0]).toBe('built-files');
  expect(() => createPolicy.mock.calls[0]?.[1].createScriptURL('https://evil.example/a.js')).toThrow(
    TypeError,
  );
});
