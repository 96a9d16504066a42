import { PartialFile } from './partial-file.ts';
import type { SaveFailure, SaveSource } from './save-file.ts';

/** Where a file of a set went: to the browser, of whose success nothing is known, or into a folder, where it was checked. */
export interface Delivery {
  readonly to: 'browser' | 'folder';
  /** Bytes that arrived in this page; null where the browser fetches the file by itself. */
  readonly bytes: number | null;
}

/**
 * What a save has achieved so far. It outlives a failed try and the wait for the visitor's next press, so that the next
 * try continues at the same byte and no file is delivered twice.
 */
export class PartialDownload {
  readonly #files = new Map<number, PartialFile>();
  /** By the file's index in the set. */
  readonly delivered = new Map<number, Delivery>();
  /** Files this try gave up, by their index in the set. */
  readonly failed = new Map<number, SaveFailure>();
  /** ZIP files delivered. */
  zips = 0;
  /** The newest links to all files of the set; null while those it began with still work. */
  links: readonly SaveSource[] | null = null;

  /** What is there of the file at this place of the set. */
  file(index: number): PartialFile {
    const partialFile = this.#files.get(index) ?? new PartialFile();
    this.#files.set(index, partialFile);
    return partialFile;
  }
  /** Records that a file has left the page, and gives up its bytes. */
  deliver(index: number, delivery: Delivery): void {
    this.delivered.set(index, delivery);
    this.#letGo(index);
  }
  /** Gives up all bytes; what was delivered and what failed stays known. */
  clear(): void {
    for (const index of [...this.#files.keys()]) this.#letGo(index);
  }

  #letGo(index: number): void {
    this.#files.get(index)?.clear();
    this.#files.delete(index);
  }
}
