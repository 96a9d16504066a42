import type { DiskEntry } from '../transfer/bytes-place.ts';
import type { KeptRecord } from './kept-record.ts';

/** What the page asks its disk worker to do with the file `id`. The worker answers null if it failed. */
export type DiskTask = { readonly id: string } & (
  | { readonly kind: 'open' | 'clear' | 'close' | 'discard' }
  /** Packs other open files into this one, and removes each of them. */
  | { readonly kind: 'pack'; readonly entries: readonly DiskEntry[] }
  /** Adds bytes at the end, after the record is written; null if there is none to write. */
  | { readonly kind: 'append'; readonly bytes: Uint8Array<ArrayBuffer>; readonly record: KeptRecord | null }
);

export interface DiskMessage {
  readonly task: DiskTask;
  readonly port: MessagePort;
}

/** Answer to a task. */
export interface DiskAnswer {
  /** Length of the file. */
  readonly size: number;
  /** Memory of the added bytes, to be used again: collected late, it would grow to hundreds of MB. */
  readonly buffer: ArrayBuffer | null;
}
