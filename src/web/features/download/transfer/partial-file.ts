import { type BytesPlace, createMemoryPlace, type DiskPlace, type FileIdentity } from './bytes-place.ts';

/** Maximum number of received bytes that a continuation requests again, to check that its response is of the same file. */
const OVERLAP_BYTES = 512;

/** Received bytes of one file, from its first byte on and without gaps. */
export class PartialFile {
  #identity: FileIdentity | null = null;
  #place: BytesPlace = createMemoryPlace();
  #diskId: string | null = null;
  #size = 0;
  #bytesReceived = 0;

  /** Identity of the file; null until a response has begun. */
  get identity(): FileIdentity | null {
    return this.#identity;
  }
  get size(): number {
    return this.#size;
  }
  /** Number of bytes ever received, including discarded ones; never decreases. */
  get bytesReceived(): number {
    return this.#bytesReceived;
  }
  /** Name of its place on the disk; null for one in memory. */
  get diskId(): string | null {
    return this.#diskId;
  }
  get isComplete(): boolean {
    return this.#size > 0 && this.#size === this.#identity?.total;
  }
  /** Strong ETag for If-Range; null for a weak one, which must not be used there (RFC 9110, 13.1.5). */
  get strongEtag(): string | null {
    const etag = this.#identity?.etag ?? null;
    return etag?.startsWith('"') === true ? etag : null;
  }
  /**
   * Number of bytes at the end of the received ones that a continuation requests again to compare them: at most 512, and fewer than all
   * received bytes. 0 for a file of unknown size, because the server shows where such a file ends only by refusing a range that begins
   * after its last byte.
   */
  get overlapBytes(): number {
    const isSized = typeof this.#identity?.total === 'number';
    return isSized ? Math.max(0, Math.min(OVERLAP_BYTES, this.#size - 1)) : 0;
  }
  /**
   * Whether the file's ETag or at least its size can show that later bytes belong to the same file. False for a file with a content coding.
   */
  get canResume(): boolean {
    if (this.#identity === null || this.#identity.isEncoded) return false;
    return this.strongEtag !== null || this.#identity.total !== null;
  }

  /** Stores the identity of the file whose bytes follow. */
  begin(identity: FileIdentity): void {
    this.#identity = identity;
  }

  /** Takes over the bytes of a place on the disk, and puts all later ones there. Call it before the first byte. */
  keepAt(place: DiskPlace): void {
    this.#place = place;
    this.#diskId = place.id;
    this.#identity = place.identity;
    this.#size = place.size;
  }

  /** Adds received bytes. Resolves when more may follow; with false if the disk is full or its file is gone. */
  add(chunk: Uint8Array<ArrayBuffer>): Promise<boolean> {
    this.#size += chunk.byteLength;
    this.#bytesReceived += chunk.byteLength;
    return this.#place.append(chunk, this.#identity).then(
      () => true,
      () => false,
    );
  }

  /**
   * Treats the received bytes as the complete file. Call it when the body of a file of unknown size has ended; has no effect if the size is
   * known.
   */
  markComplete(): void {
    if (this.#identity?.total === null) this.#identity = { ...this.#identity, total: this.#size };
  }

  /**
   * Discards all bytes and the identity, to start over. With `discard`, also leaves the disk; with `release`, leaves it without removing
   * the bytes, which were handed over.
   */
  clear(how: 'clear' | 'discard' | 'release' = 'clear'): void {
    this.#place[how]();
    this.#identity = null;
    this.#size = 0;
    if (how === 'clear') return;
    this.#place = createMemoryPlace();
    this.#diskId = null;
  }

  /** Returns the last `overlapBytes` bytes. Rejects if they are gone from the disk. */
  async tail(): Promise<Uint8Array> {
    const { overlapBytes } = this;
    return overlapBytes === 0
      ? new Uint8Array()
      : new Uint8Array(await (await this.blob()).slice(-overlapBytes).arrayBuffer());
  }

  /** Returns all received bytes. Rejects if the disk is full or they are gone from it. */
  async blob(): Promise<Blob> {
    return new Blob([await this.#place.blob()], { type: this.#identity?.type ?? '' });
  }
}
