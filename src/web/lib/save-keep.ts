import { KeptFile } from './kept-file.ts';
import type { SaveSource } from './save-file.ts';

/** What a save has got so far. It outlives a failed try, so that the next one goes on at the same byte. */
export class SaveKeep {
  readonly #files = new Map<number, KeptFile>();
  /** The newest links to all files of the set; null while those it began with still work. */
  links: readonly SaveSource[] | null = null;

  /** What is there of the file at this place of the set. */
  file(index: number): KeptFile {
    const kept = this.#files.get(index) ?? new KeptFile();
    this.#files.set(index, kept);
    return kept;
  }
  /** Gives up the bytes of one file: they are saved, or nobody wants them. */
  letGo(index: number): void {
    this.#files.get(index)?.clear();
    this.#files.delete(index);
  }
  /** Gives up everything. */
  clear(): void {
    for (const index of [...this.#files.keys()]) this.letGo(index);
  }
}
