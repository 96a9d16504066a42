import { openKeptFolder } from '../../../lib/kept-folder.ts';
import type { KeepFile } from '../transfer/bytes-place.ts';
import { findDisk, roomOnDisk } from './disk.ts';
import { keptLock, readRecord } from './kept-record.ts';

const BUFFER_BYTES = 2 * 1024 * 1024;

/** Takes the Web Lock of a file. Resolves with the function that releases it; null if another tab holds it. */
const takeLock = (id: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(keptLock(id), { ifAvailable: true }, (lock) =>
        lock === null ? resolve(null) : new Promise<void>((release) => resolve(release)),
      )
      .catch(reject);
  });

/** Joins chunks in `buffer`, or in a new one if it is too small. */
function joinChunks(chunks: readonly Uint8Array<ArrayBuffer>[], buffer: ArrayBuffer | null) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const fits = buffer !== null && buffer.byteLength >= length;
  const bytes = new Uint8Array(fits ? buffer : new ArrayBuffer(Math.max(length, BUFFER_BYTES)), 0, length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** See KeepFile. Never rejects. */
export const keepFile: KeepFile = async ({ id: earlierId, bytes, about }) => {
  const disk = await findDisk();
  if (disk === null) return null;
  const id = earlierId ?? crypto.randomUUID();
  let unlock: (() => void) | null = null;
  try {
    if (earlierId === null && bytes > (await roomOnDisk())) return null;
    unlock = await takeLock(id);
    if (unlock === null) return 'elsewhere';
    const { size } = await disk({ kind: 'open', id });
    const earlier = await readRecord(await openKeptFolder(), id);
    const started = earlier?.started ?? Date.now();
    let buffer: ArrayBuffer | null = null;
    let isRecorded = earlier !== null;
    // The worker answers in order, so the page need not wait before it goes on.
    const end = (kind: 'close' | 'discard') =>
      void disk({ kind, id })
        .catch(() => undefined)
        .then(unlock);
    return {
      size,
      identity: earlier,
      async append(chunks, identity) {
        const isNew = about !== null && identity !== null && !isRecorded;
        const record = isNew ? { ...identity, total: identity.total ?? bytes, ...about, started } : null;
        ({ buffer } = await disk({ kind: 'append', id, bytes: joinChunks(chunks, buffer), record }));
        isRecorded = true;
      },
      blob: async () => (await (await openKeptFolder()).getFileHandle(id)).getFile(),
      clear() {
        isRecorded = false;
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
