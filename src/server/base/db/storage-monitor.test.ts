import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DatabaseFullError } from './database-fault.ts';
import { openDatabase } from './open-database.ts';

vi.mock('node:fs/promises', async (load) => ({ ...(await load<object>()), statfs: vi.fn() }));

const MEBIBYTE = 1024 * 1024;
/** Mocks the disk, in blocks of a quarter mebibyte. Only root may use the free blocks beyond `available`. */
const mockDisk = (free: number, available: number, blocks = 1_000) =>
  vi.mocked(statfs).mockResolvedValue({
    type: 0,
    bsize: MEBIBYTE / 4,
    frsize: MEBIBYTE / 4,
    blocks,
    bfree: free,
    bavail: available,
    files: 0,
    ffree: 0,
  });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-space-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('fails the readiness check while less than a mebibyte is free for its user', async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, pino({ level: 'silent' }));
  mockDisk(4, 4);
  await database.ping();
  mockDisk(3, 3);
  await expect(database.ping()).rejects.toThrow(DatabaseFullError);
  vi.spyOn(process, 'getuid').mockReturnValue(1_000);
  mockDisk(400, 3);
  await expect(database.ping()).rejects.toThrow(DatabaseFullError);
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  await database.ping();
  // File systems that report no sizes pass.
  mockDisk(0, 0, 0);
  await database.ping();
  await database.close();
});
