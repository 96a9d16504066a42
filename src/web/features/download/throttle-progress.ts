import type { Dispatch } from 'react';
import type { SaveProgress } from '../../lib/save-set.ts';
import type { TransferControl } from '../../lib/transfer-control.ts';
import type { DownloadEvent } from './download-state.ts';
import type { DownloadRun } from './run-download.ts';

/** Bytes arrive far more often than a person can read. */
const PROGRESS_EVERY_MS = 100;

/** Limits progress events to a readable rate. The last progress before an interruption is always passed on. */
export function throttleProgress({ signal }: TransferControl, dispatch: Dispatch<DownloadEvent>) {
  let shownAt = Number.NEGATIVE_INFINITY;
  let waiting: SaveProgress | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = (): void => {
    timer = undefined;
    if (waiting === null || signal.aborted) return;
    shownAt = performance.now();
    dispatch({ type: 'progressed', at: shownAt, progress: waiting });
    waiting = null;
  };
  const flush = (): void => {
    clearTimeout(timer);
    pass();
  };
  const onProgress: DownloadRun['onProgress'] = (progress) => {
    waiting = progress;
    const early = shownAt + PROGRESS_EVERY_MS - performance.now();
    if (early <= 0 || progress.received === progress.total) flush();
    else timer ??= setTimeout(pass, early);
  };
  const onHold: DownloadRun['onHold'] = (hold) => {
    flush();
    // Show the first byte after an interruption immediately.
    shownAt = Number.NEGATIVE_INFINITY;
    if (!signal.aborted) dispatch({ type: 'held', at: performance.now(), hold });
  };
  return { onProgress, onHold, flush };
}
