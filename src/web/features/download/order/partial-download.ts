import type { SaveFailure, SaveSource } from '../file/save-request.ts';
import { PartialFile } from '../transfer/partial-file.ts';

/**
 * Delivery of one file of a set: handed to the browser or the share sheet, whose success the page cannot observe, or
 * written to a folder and verified.
 */
export interface FileDelivery {
  readonly destination: 'browser' | 'folder' | 'sheet';
  /** Bytes received by this page; null when the browser downloads the file itself, or the share sheet did not report its success. */
  readonly bytes: number | null;
}

/**
 * State of a download that survives a failed attempt and the wait for the visitor's next click, so that the next attempt
 * continues at the same byte and no file is delivered twice.
 */
export class PartialDownload {
  readonly #files = new Map<number, PartialFile>();
  /** Delivered files by their index in the set. */
  readonly delivered = new Map<number, FileDelivery>();
  /** Files that failed in this attempt, by their index in the set. */
  readonly failed = new Map<number, SaveFailure>();
  /** Complete files that wait for the share sheet, by their index in the set. */
  readonly held = new Map<number, File>();
  /** Number of ZIP files delivered. */
  zips = 0;
  /** Refreshed links to all files of the set; null until the original links have been refreshed. */
  links: readonly SaveSource[] | null = null;

  /** Returns the received part of the file at this index; creates an empty one if there is none. */
  fileAt(index: number): PartialFile {
    const partialFile = this.#files.get(index) ?? new PartialFile();
    this.#files.set(index, partialFile);
    return partialFile;
  }
  /** Records that a file was delivered, and releases its bytes. */
  recordDelivery(index: number, delivery: FileDelivery): void {
    this.delivered.set(index, delivery);
    this.#release(index);
  }
  /** Records that the share sheet has taken the files that waited; `isKnown` is false if the share sheet did not report its success. */
  recordShared(isKnown: boolean): void {
    for (const [index, { size }] of this.held)
      this.recordDelivery(index, { destination: 'sheet', bytes: isKnown ? size : null });
    this.held.clear();
  }
  /** Releases all bytes; keeps the records of delivered and failed files. */
  clear(): void {
    for (const index of [...this.#files.keys()]) this.#release(index);
    this.held.clear();
  }

  #release(index: number): void {
    this.#files.get(index)?.clear();
    this.#files.delete(index);
  }
}
