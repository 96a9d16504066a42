import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMasterSecret } from './master-secret.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'savelet-secret-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('loadMasterSecret', () => {
  it('returns SECRET when it is set', async () => {
    expect(await loadMasterSecret({ secret: 'given by the owner', dataDir: '/nowhere' })).toBe(
      'given by the owner',
    );
  });

  it('creates one private secret and reuses it', async () => {
    const dataDir = path.join(directory, 'data');
    const all = await Promise.all([1, 2, 3].map(() => loadMasterSecret({ secret: null, dataDir })));
    expect(new Set(all).size).toBe(1);
    expect(Buffer.from(all[0] ?? '', 'base64url')).toHaveLength(32);
    expect((await stat(path.join(dataDir, 'secret'))).mode & 0o077).toBe(0);
    expect(await loadMasterSecret({ secret: null, dataDir })).toBe(all[0]);
  });
});
