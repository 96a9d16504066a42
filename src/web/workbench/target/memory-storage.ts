import { JobStop } from '../job-stop.ts';
import type { Storage } from './storage.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
const BLOCKS_MAX = 50;

/** Collects a file of at most 200 MiB in memory, in blocks, because a buffer that grows is copied each time. */
export function openMemoryStorage(): Storage {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  return {
    write(bytes, position) {
      const end = position + bytes.length;
      if (end > BLOCK_BYTES * BLOCKS_MAX) throw new JobStop('full');
      while (blocks.length * BLOCK_BYTES < end) blocks.push(new Uint8Array(BLOCK_BYTES));
      for (let done = 0; done < bytes.length; ) {
        const at = position + done;
        const offset = at % BLOCK_BYTES;
        const piece = bytes.subarray(done, done + BLOCK_BYTES - offset);
        blocks[Math.floor(at / BLOCK_BYTES)]?.set(piece, offset);
        done += piece.length;
      }
      length = Math.max(length, end);
    },
    close: async () => new Blob(blocks).slice(0, length),
    async discard() {
      blocks.length = 0;
    },
  };
}
