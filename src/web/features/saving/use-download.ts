import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { BLOB_MAX_BYTES } from '#shared/limits.ts';
import { SAVE_MESSAGES, SAVE_TEXT } from '#shared/result-messages.ts';
import { browserSinks, pageFetch } from '../../lib/save-sinks.ts';
import { announce } from '../../state/announcer.ts';
import { notify, notifyError, notifySuccess } from '../../state/notices.ts';
import { useReportDownload } from '../../state/running-download.ts';
import {
  type DownloadEvent,
  type DownloadState,
  isRunning,
  READY,
  reduceDownload,
} from './download-state.ts';
import { countSaved } from './install-offer.ts';
import { type DownloadOrder, type DownloadRun, runDownload } from './run-download.ts';
import { mustShare } from './share-file.ts';
import { useKeepAwake } from './use-keep-awake.ts';
import { useSpokenProgress } from './use-spoken-progress.ts';

/** Bytes arrive far more often than a person can read. */
const PROGRESS_EVERY_MS = 100;
const TICK_MS = 500;

export interface Download {
  readonly state: DownloadState;
  /** Starts the order; ignored while one runs. */
  readonly start: (order: DownloadOrder) => void;
  /** Stops the network at once. */
  readonly cancel: () => void;
  /** Runs the last order again, from the first file that was not saved. */
  readonly retry: () => void;
  /** Back to the button, unless something runs. */
  readonly dismiss: () => void;
}

function announceEnd(state: DownloadState): void {
  // The toast speaks for a success and a failure; the rest has no toast.
  if (state.phase === 'done') {
    notifySuccess(SAVE_MESSAGES.downloadCompleted);
    countSaved();
  }
  if (state.phase === 'failed') notifyError(state.message);
  if (state.phase === 'cancelled') announce(SAVE_TEXT.cancelled, 'polite');
  if (state.phase === 'opened') announce(SAVE_TEXT.opened, 'polite');
  if (state.phase === 'blocked') announce(SAVE_TEXT.blocked, 'polite');
  if (state.phase === 'handed-over') {
    announce(state.files > 1 ? SAVE_TEXT.handedOverMany : SAVE_TEXT.handedOver, 'polite');
  }
}

/** Browsers ask "leave this page?" only while a listener is there, and keep no page with one in the back cache. */
function useLeaveGuard(running: boolean): void {
  useEffect(() => {
    if (!running) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [running]);
}

const finishedFiles = (state: DownloadState): number => {
  if (state.phase === 'failed' || state.phase === 'preparing') return state.finished;
  return state.phase === 'downloading' ? state.file - 1 : 0;
};

/** Stalls and waits are told from the clock, not from bytes that do not come. */
function useTicks(running: boolean, dispatch: Dispatch<DownloadEvent>): void {
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => dispatch({ type: 'ticked', at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [running, dispatch]);
}

/** Passes progress on at a pace a person can read, and the last byte at once; nothing after a stop. */
function pacedProgress(signal: AbortSignal, dispatch: Dispatch<DownloadEvent>): DownloadRun['onProgress'] {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const at = performance.now();
    if (at - shownAt < PROGRESS_EVERY_MS && progress.received !== progress.total) return;
    shownAt = at;
    if (!signal.aborted) dispatch({ type: 'progressed', at, progress });
  };
}

/** One download at a time, with its effects: network, toasts, announcements, the leave guard. */
export function useDownload(): Download {
  const [state, dispatch] = useReducer(reduceDownload, READY);
  const attempt = useRef<AbortController | null>(null);
  const last = useRef<DownloadOrder | null>(null);
  const running = isRunning(state);

  useEffect(
    () => () => {
      if (attempt.current === null) return;
      attempt.current.abort();
      // Only another preview takes the card away; the visitor must not go on waiting for a file that will not come.
      notify(SAVE_TEXT.cancelledByPreview);
    },
    [],
  );
  useLeaveGuard(running);
  useReportDownload(running);
  useKeepAwake(state);
  useSpokenProgress(state);
  useTicks(running, dispatch);

  const run = useCallback(async (order: DownloadOrder, startAt: number): Promise<void> => {
    attempt.current?.abort();
    const controller = new AbortController();
    attempt.current = controller;
    last.current = order;
    dispatch({ type: 'started', at: performance.now(), finished: startAt });
    const end = await runDownload({
      order,
      startAt,
      signal: controller.signal,
      fetch: pageFetch,
      sinks: browserSinks,
      maxBytes: BLOB_MAX_BYTES,
      mustShare,
      onProgress: pacedProgress(controller.signal, dispatch),
    });
    // A newer attempt, or a cancel that has already been shown, has taken this one's place.
    if (attempt.current !== controller) return;
    attempt.current = null;
    dispatch({ type: 'ended', state: end });
    announceEnd(end);
  }, []);

  const start = useCallback(
    (order: DownloadOrder) => {
      if (attempt.current === null) void run(order, 0);
    },
    [run],
  );
  const cancel = useCallback(() => {
    if (attempt.current === null) return;
    attempt.current.abort();
    attempt.current = null;
    dispatch({ type: 'ended', state: { phase: 'cancelled' } });
    announceEnd({ phase: 'cancelled' });
  }, []);
  const finished = finishedFiles(state);
  const retry = useCallback(() => {
    if (last.current !== null) void run(last.current, finished);
  }, [run, finished]);
  const dismiss = useCallback(() => dispatch({ type: 'dismissed' }), []);
  return { state, start, cancel, retry, dismiss };
}
