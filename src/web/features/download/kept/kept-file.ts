import { openKeptFolder } from '../../../lib/kept-folder.ts';
import type { FileIdentity, KeepFile } from '../transfer/bytes-place.ts';
import { findDisk, roomOnDisk } from './disk.ts';
import { keptLock, readRecord } from './kept-record.ts';

/** Bytes that go to the disk at once. */
const BUFFER_BYTES = 1024 * 1024;

/** Takes the Web Lock of a file. Resolves with the function that releases it; null if another tab holds it. */
const takeLock = (id: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(keptLock(id), { ifAvailable: true }, (lock) =>
        lock === null ? resolve(null) : new Promise<void>((release) => resolve(release)),
      )
      .catch(reject);
  });

/** See KeepFile. Never rejects. */
export const keepFile: KeepFile = async ({ id: earlierId, bytes: size, about }) => {
  const disk = await findDisk();
  if (disk === null) return null;
  const id = earlierId ?? crypto.randomUUID();
  let unlock: (() => void) | null = null;
  try {
    if (earlierId === null && size > (await roomOnDisk())) return null;
    unlock = await takeLock(id);
    if (unlock === null) return 'elsewhere';
    const { size: keptBytes } = await disk({ kind: 'open', id });
    const earlier = await readRecord(await openKeptFolder(), id);
    const started = earlier?.started ?? Date.now();
    let isRecorded = earlier !== null;
    // The worker takes the memory with the bytes, and returns it. Without memory, its length is 0.
    let buffer = new Uint8Array();
    let filled = 0;
    let identity: FileIdentity | null = earlier;
    const flush = async (): Promise<void> => {
      if (filled === 0) return;
      const bytes = buffer.subarray(0, filled);
      filled = 0;
      const record =
        about !== null && identity !== null && !isRecorded
          ? { ...identity, total: identity.total ?? size, ...about, started }
          : null;
      const answer = await disk({ kind: 'append', id, bytes, record });
      buffer = new Uint8Array(answer.buffer ?? new ArrayBuffer(0));
      isRecorded = true;
    };
    // The worker answers in order, so the page need not wait before it goes on.
    const end = (kind: 'close' | 'discard') =>
      void disk({ kind, id })
        .catch(() => undefined)
        .then(unlock);
    return {
      id,
      size: keptBytes,
      identity: earlier,
      async append(chunk, current) {
        identity = current;
        for (let at = 0; at < chunk.length; ) {
          if (buffer.length === 0) buffer = new Uint8Array(BUFFER_BYTES);
          const part = chunk.subarray(at, at + buffer.length - filled);
          buffer.set(part, filled);
          filled += part.length;
          at += part.length;
          if (filled === buffer.length) await flush();
        }
      },
      async blob() {
        await flush();
        buffer = new Uint8Array();
        return (await (await openKeptFolder()).getFileHandle(id)).getFile();
      },
      async pack(entries) {
        await disk({ kind: 'pack', id, entries });
      },
      clear() {
        isRecorded = false;
        filled = 0;
        disk({ kind: 'clear', id }).catch(() => undefined);
      },
      discard: () => end('discard'),
      release: () => end('close'),
    };
  } catch {
    unlock?.();
    return null;
  }
};
