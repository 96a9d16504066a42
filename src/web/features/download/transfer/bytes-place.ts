/** Identity of the file according to the first response. A later response must match it before its bytes are appended. */
export interface FileIdentity {
  /** Content type. */
  readonly type: string;
  /** Size of the complete file in bytes; null while it is unknown. */
  readonly total: number | null;
  readonly etag: string | null;
  /** Value of the Last-Modified header; null if the response has none. */
  readonly lastModified: string | null;
  /** Whether a content coding applies: ranges then count encoded bytes, while the stream delivers decoded ones. */
  readonly isEncoded: boolean;
}

/** Place for the received bytes of one file: memory, or the disk. */
export interface BytesPlace {
  /** Adds bytes of the file at its end. Rejects if the place is full or gone. */
  append(chunk: Uint8Array<ArrayBuffer>, identity: FileIdentity | null): Promise<void>;
  /** Returns all bytes. Rejects if the place is full or they are gone. */
  blob(): Promise<Blob>;
  /** Removes the bytes; others may follow. */
  clear(): void;
  /** Removes the bytes and what else is known of the file. */
  discard(): void;
  /** Ends the writing after the bytes were handed over. The bytes on a disk stay, because no event says when the browser has copied them. */
  release(): void;
}

/** File of a ZIP on the disk: its name in the ZIP, and the name of its place on the disk or what the page itself wrote. */
export interface DiskEntry {
  readonly name: string;
  readonly content: string | Blob;
}

/** Place on the disk with the bytes that it already has. It copies a chunk, whose memory can be used again. */
export interface DiskPlace extends BytesPlace {
  readonly id: string;
  /** Number of bytes. */
  readonly size: number;
  /** Identity of the file; null without bytes. */
  readonly identity: FileIdentity | null;
  /**
   * Packs files into an uncompressed ZIP, because pictures and clips do not shrink. Removes each from the disk once it is packed, so that
   * the disk need not hold all of them twice. Rejects if the disk is full or the ZIP was discarded.
   */
  pack(entries: readonly DiskEntry[]): Promise<void>;
}

/** File to keep on the disk. */
export interface KeptRequest {
  /** Name of a file that an earlier page kept; null for a new one. */
  readonly id: string | null;
  /** Size of the complete file, which may be estimated. */
  readonly bytes: number;
  /** What a later page needs to continue the file; null if it cannot. */
  readonly about: { readonly filename: string; readonly ticket: string } | null;
}

/** Opens the place of a file on the disk. Resolves with null if the disk does not work or has no room, and `elsewhere` if another tab writes the file. */
export type KeepFile = (request: KeptRequest) => Promise<DiskPlace | 'elsewhere' | null>;

const FOLD_BYTES = 4 * 1024 * 1024;

/** Collects the bytes in Blobs, because a browser may keep Blobs on disk but never typed arrays. */
export function createMemoryPlace(): BytesPlace {
  let blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  const fold = (): void => {
    blobs.push(new Blob(chunks));
    chunks = [];
    chunkBytes = 0;
  };
  const clear = (): void => {
    fold();
    blobs = [];
  };
  return {
    async append(chunk) {
      chunks.push(chunk);
      chunkBytes += chunk.byteLength;
      if (chunkBytes >= FOLD_BYTES) fold();
    },
    async blob() {
      fold();
      return new Blob(blobs);
    },
    clear,
    discard: clear,
    release: clear,
  };
}
