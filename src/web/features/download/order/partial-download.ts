import type { SaveFailure, SaveSource } from '../file/save-request.ts';
import { PartialFile } from '../transfer/partial-file.ts';

/**
 * How one file of a set was delivered: passed to the browser, which does not report whether it saved the file; passed to the share sheet;
 * or written to a folder and checked there.
 */
export interface FileDelivery {
  readonly destination: 'browser' | 'folder' | 'sheet';
  /** Bytes received by this page; null when the browser downloads the file itself, or the share sheet did not report its success. */
  readonly bytes: number | null;
}

/** Called when a file of an order is delivered or fails, with its index in the order. */
export type FileListener = (index: number, end: FileDelivery | SaveFailure) => void;

/**
 * State of a download that outlasts a failed attempt and the wait for the visitor's next click. The next attempt continues at the same byte
 * and delivers no file twice.
 */
export class PartialDownload {
  readonly #files = new Map<number, PartialFile>();
  /** Delivered files by their index in the set. */
  readonly delivered = new Map<number, FileDelivery>();
  /** Files that failed since the order was started or retried, by their index in the set. */
  readonly failed = new Map<number, SaveFailure>();
  /** Complete files that wait for the share sheet, by their index in the set. */
  readonly waitingFiles = new Map<number, File>();
  /** Number of ZIP files delivered. */
  zips = 0;
  /** All files of the set with refreshed links; null while the original links are in use. */
  refreshedSources: readonly SaveSource[] | null = null;
  readonly #onFile: FileListener;

  /** `onFile` hears how each file ends. */
  constructor(onFile: FileListener = () => undefined) {
    this.#onFile = onFile;
  }

  /** Returns the received bytes of the file at this index of the set; creates an empty record if there is none. */
  fileAt(index: number): PartialFile {
    const partialFile = this.#files.get(index) ?? new PartialFile();
    this.#files.set(index, partialFile);
    return partialFile;
  }
  /** Records that a file was delivered, and releases its bytes. The browser may still copy those that it was handed. */
  recordDelivery(index: number, delivery: FileDelivery): void {
    this.delivered.set(index, delivery);
    this.#files.get(index)?.clear(delivery.destination === 'folder' ? 'discard' : 'release');
    this.#files.delete(index);
    this.#onFile(index, delivery);
  }
  /** Records that a file failed, and keeps its bytes for a retry. */
  recordFailure(index: number, failure: SaveFailure): void {
    this.failed.set(index, failure);
    this.#onFile(index, failure);
  }
  /** Records that the share sheet has taken the waiting files. `isConfirmed` is false if the share sheet did not report its success. */
  recordShared(isConfirmed: boolean): void {
    for (const [index, { size }] of this.waitingFiles)
      this.recordDelivery(index, { destination: 'sheet', bytes: isConfirmed ? size : null });
    this.waitingFiles.clear();
  }
  /** Releases all bytes and the files that wait for the share sheet; keeps the records of delivered and failed files. */
  clear(): void {
    for (const partialFile of this.#files.values()) partialFile.clear('discard');
    this.#files.clear();
    this.waitingFiles.clear();
  }
}
