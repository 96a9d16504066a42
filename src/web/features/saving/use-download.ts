import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { BLOB_MAX_BYTES } from '#shared/limits.ts';
import { SAVE_MESSAGES, SAVE_TEXT } from '#shared/result-messages.ts';
import { pageLine } from '../../lib/page-line.ts';
import { SaveKeep } from '../../lib/save-keep.ts';
import type { SaveProgress } from '../../lib/save-set.ts';
import { browserSinks, pageFetch } from '../../lib/save-sinks.ts';
import { TransferControl } from '../../lib/transfer-control.ts';
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
  /** Stops the network at once and gives up what has arrived. */
  readonly cancel: () => void;
  /** Stops the network at once; what has arrived stays. */
  readonly pause: () => void;
  /** Goes on at the byte where the pause began. */
  readonly resume: () => void;
  /** Goes on with an order that failed, or asks anew for what does not come, at the first byte that is missing. */
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

/** Stalls and waits are told from the clock, not from bytes that do not come. */
function useTicks(running: boolean, dispatch: Dispatch<DownloadEvent>): void {
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => dispatch({ type: 'ticked', at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [running, dispatch]);
}

/** Passes progress on at a pace a person can read, never late: also what came last before bytes stop to come. */
function pacedProgress({ signal }: TransferControl, dispatch: Dispatch<DownloadEvent>) {
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
    // The first byte after a break is news.
    shownAt = Number.NEGATIVE_INFINITY;
    if (!signal.aborted) dispatch({ type: 'held', at: performance.now(), hold });
  };
  return { onProgress, onHold, flush };
}

/** An order with what its tries have left so far, and the hand on the one that runs. */
interface Attempt {
  readonly order: DownloadOrder;
  readonly keep: SaveKeep;
  /** Null once it has ended. */
  control: TransferControl | null;
}

/** One order at a time and its tries; `dispatch` hears how they go. */
function useAttempt(dispatch: Dispatch<DownloadEvent>) {
  const attempt = useRef<Attempt | null>(null);

  const run = useCallback(
    async (next: Attempt, startAt: number): Promise<void> => {
      const control = new TransferControl();
      next.control = control;
      attempt.current = next;
      dispatch({ type: 'started', at: performance.now(), finished: startAt });
      const { flush, ...told } = pacedProgress(control, dispatch);
      const end = await runDownload({
        ...{ order: next.order, keep: next.keep, startAt, control, mustShare },
        fetch: pageFetch,
        line: pageLine,
        sinks: browserSinks,
        maxBytes: BLOB_MAX_BYTES,
        ...told,
      });
      flush();
      // A cancel, which has already been shown, has taken this one's place.
      if (attempt.current !== next) return;
      next.control = null;
      if (end.phase !== 'failed') next.keep.clear();
      dispatch({ type: 'ended', state: end });
      announceEnd(end);
    },
    [dispatch],
  );

  /** Ends what runs and gives up what is kept; tells whether anything ran. */
  const drop = useCallback((): boolean => {
    const dropped = attempt.current;
    attempt.current = null;
    dropped?.control?.cancel();
    dropped?.keep.clear();
    return dropped !== null && dropped.control !== null;
  }, []);
  return { attempt, run, drop };
}

/** One download at a time, with its effects: network, toasts, announcements, the leave guard. */
export function useDownload(): Download {
  const [state, dispatch] = useReducer(reduceDownload, READY);
  const { attempt, run, drop } = useAttempt(dispatch);
  const running = isRunning(state);

  useEffect(
    () => () => {
      // Only another preview takes the card away; the visitor must not go on waiting for a file that will not come.
      if (drop()) notify(SAVE_TEXT.cancelledByPreview);
    },
    [drop],
  );
  useLeaveGuard(running);
  useReportDownload(running);
  useKeepAwake(state);
  useSpokenProgress(state);
  useTicks(running, dispatch);

  const start = useCallback(
    (order: DownloadOrder) => {
      if (attempt.current?.control) return;
      drop();
      void run({ order, keep: new SaveKeep(), control: null }, 0);
    },
    [attempt, run, drop],
  );
  const cancel = useCallback(() => {
    if (!drop()) return;
    dispatch({ type: 'ended', state: { phase: 'cancelled' } });
    announceEnd({ phase: 'cancelled' });
  }, [drop]);
  // Told at once: the transfer says the same as soon as it has let go of the network.
  const pause = useCallback(() => {
    attempt.current?.control?.pause();
    dispatch({ type: 'held', at: performance.now(), hold: { kind: 'paused' } });
  }, [attempt]);
  const resume = useCallback(() => {
    attempt.current?.control?.resume();
    dispatch({ type: 'held', at: performance.now(), hold: null });
  }, [attempt]);
  const finished = state.phase === 'failed' ? state.finished : 0;
  const retry = useCallback(() => {
    const { current } = attempt;
    if (current?.control) current.control.tryNow();
    else if (current !== null) void run(current, finished);
  }, [attempt, run, finished]);
  const dismiss = useCallback(() => {
    if (!attempt.current?.control) drop();
    dispatch({ type: 'dismissed' });
  }, [attempt, drop]);
  return { state, start, cancel, pause, resume, retry, dismiss };
}
