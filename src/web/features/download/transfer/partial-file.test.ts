import { describe, expect, it } from 'vitest';
import type { DiskPlace } from './bytes-place.ts';
import { PartialFile } from './partial-file.ts';

const PIECE_BYTES = 1024 * 1024;
const IDENTITY = {
  type: 'video/mp4',
  total: 3 * PIECE_BYTES,
  etag: '"a"',
  lastModified: null,
  isEncoded: false,
};
const piece = (value: number) => new Uint8Array(PIECE_BYTES).fill(value);

/** Creates a place on a disk with room for `roomBytes`, and the log of what it was asked to do. */
function createDisk(roomBytes: number, kept = new Uint8Array()) {
  const log: string[] = [];
  let bytes = new Blob([kept]);
  const place: DiskPlace = {
    id: 'a',
    size: kept.length,
    identity: kept.length > 0 ? IDENTITY : null,
    async append(chunk) {
      const next = new Blob([bytes, chunk]);
      if (next.size > roomBytes) throw new DOMException('', 'QuotaExceededError');
      bytes = next;
    },
    blob: async () => bytes,
    pack: async () => undefined,
    clear: () => void log.push('clear'),
    discard: () => void log.push('discard'),
    release: () => void log.push('release'),
  };
  return { place, log, size: () => bytes.size };
}

describe('a partial file on the disk', () => {
  it('leaves the memory piece by piece, and is whole at the end', async () => {
    const disk = createDisk(Number.POSITIVE_INFINITY);
    const file = new PartialFile();
    file.keepAt(disk.place);
    file.begin(IDENTITY);
    await file.add(piece(1));
    expect([disk.size(), file.size, file.diskId]).toEqual([PIECE_BYTES, PIECE_BYTES, 'a']);
    await file.add(piece(1).subarray(2));
    expect([disk.size(), file.isComplete]).toEqual([2 * PIECE_BYTES - 2, false]);
    await file.add(piece(1));
    await file.add(new Uint8Array(2).fill(1));
    expect(file.isComplete).toBe(true);
    const blob = await file.blob();
    expect([blob.type, blob.size]).toEqual(['video/mp4', 3 * PIECE_BYTES]);
    expect(new Uint8Array(await blob.arrayBuffer()).every((byte) => byte === 1)).toBe(true);
  });

  it('goes on after the bytes that an earlier page kept, and compares their end', async () => {
    const disk = createDisk(Number.POSITIVE_INFINITY, piece(2));
    const file = new PartialFile();
    file.keepAt(disk.place);
    expect([file.size, file.canResume, file.strongEtag, file.overlapBytes]).toEqual([
      PIECE_BYTES,
      true,
      '"a"',
      512,
    ]);
    expect(await file.tail()).toEqual(new Uint8Array(512).fill(2));
  });

  it('says that the disk is full, and leaves it when it is discarded', async () => {
    const disk = createDisk(PIECE_BYTES);
    const file = new PartialFile();
    file.keepAt(disk.place);
    file.begin(IDENTITY);
    await file.add(piece(1));
    expect(await file.add(piece(1))).toBe(false);
    file.clear('discard');
    expect([file.diskId, file.size, file.identity, disk.log]).toEqual([null, 0, null, ['discard']]);
  });

  it('is not removed after it was handed over', () => {
    const disk = createDisk(PIECE_BYTES, piece(1));
    const file = new PartialFile();
    file.keepAt(disk.place);
    file.clear('release');
    file.clear('discard');
    expect(disk.log).toEqual(['release']);
  });
});
