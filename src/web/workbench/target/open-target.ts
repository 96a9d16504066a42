import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { openDiskStorage } from './disk-storage.ts';
import { openMemoryStorage } from './memory-storage.ts';
import type { Storage } from './storage.ts';

const CHUNK_BYTES = 1024 * 1024;
/** A browser that has not written a byte to its disk by then collects the file in memory. */
const PROBE_MS = 2_000;

/** File that a job writes. */
export interface JobTarget {
  readonly stream: StreamTarget;
  /** Returns the written file. Rejects with the error of the storage, if it had one. */
  finish(filename: string, type: string): Promise<File>;
  discard(): Promise<void>;
  /** Returns the error of the storage, which the writing library may hide behind another; null if there was none. */
  fault(): unknown;
}

async function openStorage(): Promise<Storage> {
  const memory = new Promise<null>((resolve) => setTimeout(resolve, PROBE_MS, null));
  return (await Promise.race([openDiskStorage().catch(() => null), memory])) ?? openMemoryStorage();
}

/** Opens a file on the disk, or in memory where the browser has no disk for pages. */
export async function openTarget(): Promise<JobTarget> {
  const storage = await openStorage();
  let fault: unknown = null;
  const writable = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      try {
        storage.write(data, position);
        // Frees a whole chunk at once. Collected late, what was written takes hundreds of MB.
        if (data.byteLength === data.buffer.byteLength) (data.buffer as Partial<ArrayBuffer>).transfer?.(0);
      } catch (error) {
        fault ??= error;
        throw error;
      }
    },
  });
  return {
    stream: new StreamTarget(writable, { chunked: true, chunkSize: CHUNK_BYTES }),
    async finish(filename, type) {
      if (fault !== null) throw fault;
      return new File([await storage.close()], filename, { type });
    },
    discard: () => storage.discard(),
    fault: () => fault,
  };
}
