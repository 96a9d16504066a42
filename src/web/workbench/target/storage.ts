/** Place for the bytes of one file. */
export interface Storage {
  /** Writes at a position, in any order. Throws JobStop or a QuotaExceededError when there is no more room. */
  write(bytes: Uint8Array<ArrayBuffer>, position: number): void;
  /** Ends the writing. Returns the bytes, which may lie on disk. */
  close(): Promise<Blob>;
  /** Removes what was written. */
  discard(): Promise<void>;
}
