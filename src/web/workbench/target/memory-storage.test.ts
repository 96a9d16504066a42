import { describe, expect, it } from 'vitest';
import { openMemoryStorage } from './memory-storage.ts';

const MEBIBYTE = 1024 * 1024;

describe('a file in memory', () => {
  it('keeps what was written last at each position', async () => {
    const storage = openMemoryStorage();
    const start = 4 * MEBIBYTE - 3;
    storage.write(Uint8Array.of(1, 2, 3, 4, 5, 6), start);
    storage.write(Uint8Array.of(9, 9), start + 2);
    storage.write(Uint8Array.of(7), 0);
    const bytes = new Uint8Array(await (await storage.close()).arrayBuffer());
    expect(bytes.length).toBe(start + 6);
    expect([bytes[0], ...bytes.subarray(start)]).toEqual([7, 1, 2, 9, 9, 5, 6]);
  });

  it('is full at 200 MiB', () => {
    const storage = openMemoryStorage();
    expect(() => storage.write(Uint8Array.of(1), 200 * MEBIBYTE)).toThrow(
      expect.objectContaining({ failure: 'full' }),
    );
  });
});
