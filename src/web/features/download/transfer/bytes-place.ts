import type { FileIdentity } from './partial-file.ts';

/** Place for the received bytes of one file: memory, or the disk. */
export interface BytesPlace {
  /** Adds bytes of the file at its end. Rejects if the place is full or gone. */
  append(chunks: readonly Uint8Array<ArrayBuffer>[], identity: FileIdentity | null): Promise<void>;
  /** Returns all bytes. Rejects if they are gone. */
  blob(): Promise<Blob>;
  /** Removes the bytes; others may follow. */
  clear(): void;
  /** Removes the bytes and what else is known of the file. */
  discard(): void;
  /** Ends the writing after the bytes were handed over. The bytes on a disk stay, because no event says when the browser has copied them. */
  release(): void;
}

/** Place on the disk with the bytes that it already has. */
export interface DiskPlace extends BytesPlace {
  /** Number of bytes. */
  readonly size: number;
  /** Identity of the file; null without bytes. */
  readonly identity: FileIdentity | null;
}

/** Collects the bytes in Blobs, because a browser may keep Blobs on disk but never typed arrays. */
export function createMemoryPlace(): BytesPlace {
  let blobs: Blob[] = [];
  const clear = (): void => {
    blobs = [];
  };
  return {
    async append(chunks) {
      blobs.push(new Blob([...chunks]));
    },
    blob: async () => new Blob(blobs),
    clear,
    discard: clear,
    release: clear,
  };
}
