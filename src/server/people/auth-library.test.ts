import { expect, it } from 'vitest';
import { createAuthLibraryLoader, type LibraryParts } from './auth-library.ts';

it('is loaded again after a load that failed', async () => {
  let loads = 0;
  const fault = new Error('no file descriptor is left');
  const database = {
    get query(): never {
      loads += 1;
      throw fault;
    },
  };
  const parts = { database, hasher: {}, config: { publicUrl: 'http://localhost' }, secret: 'a secret' };
  const load = createAuthLibraryLoader(parts as unknown as LibraryParts);
  await expect(load()).rejects.toBe(fault);
  await expect(load()).rejects.toBe(fault);
  expect(loads).toBe(2);
});
