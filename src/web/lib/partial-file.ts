/** Chunks are folded into a Blob at this many bytes, because a browser may keep Blobs on disk but never loose chunks. */
const FOLD_BYTES = 4 * 1024 * 1024;

/** What the first answer said about the file; later answers must agree before their bytes are put behind the others. */
export interface FileMark {
  readonly type: string;
  /** Bytes of the whole file; null while nobody has told. */
  readonly total: number | null;
  readonly etag: string | null;
  readonly modified: string | null;
  /** With a content coding ranges count packed bytes, while the stream gives unpacked ones. */
  readonly packed: boolean;
}

/** The bytes of one file that have arrived so far, from its first byte on and without a gap. */
export class PartialFile {
  #mark: FileMark | null = null;
  #folded: Blob[] = [];
  #loose: Uint8Array<ArrayBuffer>[] = [];
  #looseBytes = 0;
  #size = 0;
  #taken = 0;

  /** Null until an answer has begun. */
  get mark(): FileMark | null {
    return this.#mark;
  }
  /** Bytes kept. */
  get size(): number {
    return this.#size;
  }
  /** Bytes that ever came, those given up again as well: it grows with every byte and never falls. */
  get taken(): number {
    return this.#taken;
  }
  get isWhole(): boolean {
    return this.#size > 0 && this.#size === this.#mark?.total;
  }
  /** The ETag a range may depend on; a weak one must not be used for that (RFC 9110, 13.1.5). */
  get strongEtag(): string | null {
    const etag = this.#mark?.etag ?? null;
    return etag?.startsWith('"') === true ? etag : null;
  }
  /** Whether more bytes can be told to be the same file's: by its ETag, else at least by its size. */
  get canGoOn(): boolean {
    if (this.#mark === null || this.#mark.packed) return false;
    return this.strongEtag !== null || this.#mark.total !== null;
  }

  /** Notes what an answer says about the file whose bytes follow. */
  begin(mark: FileMark): void {
    this.#mark = mark;
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.#loose.push(chunk);
    this.#looseBytes += chunk.byteLength;
    this.#size += chunk.byteLength;
    this.#taken += chunk.byteLength;
    if (this.#looseBytes < FOLD_BYTES) return;
    this.#folded.push(new Blob(this.#loose));
    this.#loose = [];
    this.#looseBytes = 0;
  }

  /** The body has ended where nobody had told how long the file is: what came is all of it. */
  end(): void {
    if (this.#mark?.total === null) this.#mark = { ...this.#mark, total: this.#size };
  }

  /** Gives all bytes up. */
  clear(): void {
    this.#mark = null;
    this.#folded = [];
    this.#loose = [];
    this.#looseBytes = 0;
    this.#size = 0;
  }

  blob(): Blob {
    return new Blob([...this.#folded, ...this.#loose], { type: this.#mark?.type ?? '' });
  }
}
