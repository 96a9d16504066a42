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
