import {
  fetchFile,
  type SaveFailure,
  type SaveOutcome,
  type SaveSource,
  type SaveTools,
} from './save-file.ts';
import type { SaveKeep } from './save-keep.ts';

/** Where a save of one or several files stands. `total` is null while one size is only estimated. */
export interface SaveProgress {
  readonly received: number;
  readonly total: number | null;
  /** 1 for the first file. */
  readonly file: number;
  readonly files: number;
}

export interface SetRequest extends SaveTools {
  readonly sources: readonly SaveSource[];
  /** What earlier tries left, and what the next would need. */
  readonly keep: SaveKeep;
  /** Files before this one were saved by an earlier try. */
  readonly startAt: number;
  readonly onProgress: (progress: SaveProgress) => void;
  /** Gives all files again with fresh links, in the same order, or null; null, too, when the signal aborts. */
  readonly renew: (signal: AbortSignal) => Promise<readonly SaveSource[] | null>;
  /** Takes one complete file, in order. */
  readonly onFile: (blob: Blob, filename: string) => void | Promise<void>;
}

export type SetOutcome =
  | { readonly kind: 'collected' }
  | { readonly kind: 'handed-over' }
  | Extract<SaveOutcome, { kind: 'opened' | 'blocked' | 'cancelled' }>
  | (SaveFailure & { readonly finished: number });

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );

/** Makes fresh links once for the whole set and remembers them: the other links of a post expire together. */
function sourceBook({ keep, sources, renew }: SetRequest) {
  const now = (): readonly SaveSource[] => keep.links ?? sources;
  return {
    at: (index: number): SaveSource | null => now()[index] ?? null,
    sizes: (): (number | null)[] => now().map((source) => (source.sizeKnown ? source.size : null)),
    async renewed(index: number, signal: AbortSignal): Promise<SaveSource | null> {
      const fresh = await renew(signal);
      if (fresh?.length !== sources.length) return null;
      keep.links = fresh;
      return fresh[index] ?? null;
    },
  };
}

/**
 * Fetches the files of a set one after the other and hands each complete one to `onFile`. Stops at the first that
 * fails and says how many were finished, so that another try can go on from there. `onFile`'s faults are thrown.
 */
export async function fetchSet(request: SetRequest): Promise<SetOutcome> {
  const book = sourceBook(request);
  const actual = book.sizes();
  const before = (index: number): number => sum(actual.slice(request.startAt, index)) ?? 0;
  const whole = (): number | null => sum(actual.slice(request.startAt));
  let handedOver = false;

  for (let index = request.startAt; index < request.sources.length; index += 1) {
    const source = book.at(index);
    if (source === null) break;
    const report = (received: number, total: number | null): void => {
      actual[index] = total;
      const file = { file: index + 1, files: request.sources.length };
      request.onProgress({ received: before(index) + received, total: whole(), ...file });
    };
    const outcome = await fetchFile({
      ...request,
      source,
      kept: request.keep.file(index),
      following: index > request.startAt,
      maxBytes: request.into === 'zip' ? request.maxBytes - before(index) : request.maxBytes,
      renew: (signal) => book.renewed(index, signal),
      onProgress: report,
    });
    if (outcome.kind === 'handed-over') {
      handedOver = true;
    } else if (outcome.kind === 'collected') {
      actual[index] = outcome.blob.size;
      await request.onFile(outcome.blob, outcome.filename);
      // Of a ZIP nothing is saved before all of it is: another try would want this file again.
      if (request.into !== 'zip') request.keep.letGo(index);
    } else if (outcome.kind === 'failed') {
      return { ...outcome, received: before(index) + outcome.received, total: whole(), finished: index };
    } else {
      return outcome;
    }
  }
  return { kind: handedOver ? 'handed-over' : 'collected' };
}
