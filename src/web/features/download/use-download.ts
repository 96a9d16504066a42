import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { downloadFailedBecause, SAVE_FAILURES, SAVE_TEXT } from '#shared/result-messages.ts';
import { pageConnectivity } from '../../lib/page-connectivity.ts';
import { PartialDownload } from '../../lib/partial-download.ts';
import { pickFolder, requestWriteAccess, type SaveFolder } from '../../lib/save-folder.ts';
import { browserSinks, pageFetch } from '../../lib/save-sinks.ts';
import { TransferControl } from '../../lib/transfer-control.ts';
import { BLOB_MAX_BYTES } from '../../lib/zip-plan.ts';
import { notify, notifyError } from '../../state/notices.ts';
import { useReportDownload } from '../../state/running-download.ts';
import { announceDropped, announceEnd } from './announce-download.ts';
import {
  type DownloadEvent,
  type DownloadState,
  type EndState,
  isOpen,
  isRunning,
  READY,
  reduceDownload,
  type SetTally,
} from './download-state.ts';
import { type DownloadOrder, runDownload } from './run-download.ts';
import { hasDelivered, tallyOf } from './set-tally.ts';
import { mustShare } from './share-file.ts';
import { throttleProgress } from './throttle-progress.ts';
import { useKeepAwake } from './use-keep-awake.ts';
import { useProgressAnnouncements } from './use-progress-announcements.ts';

const TICK_MS = 500;

/** State and actions of the download. */
export interface Download {
  readonly state: DownloadState;
  /** Starts the order; ignored while another one is open. Must be called inside a click handler. */
  readonly start: (order: DownloadOrder) => void;
  /** Stops the transfer immediately and discards what is not delivered. */
  readonly cancel: () => void;
  /** Stops the transfer immediately; received bytes are retained. */
  readonly pause: () => void;
  /** Continues at the byte where the pause began. */
  readonly resume: () => void;
  /** Fetches the files that the browser accepts after this click. */
  readonly next: () => void;
  /** Continues an order that failed, or restarts a stalled request, from the first missing byte. */
  readonly retry: () => void;
  /** Returns to the button, unless the order is open. */
  readonly dismiss: () => void;
}

/**
 * Asks "leave this page?" while a download runs. The listener is removed afterwards because pages with one are not
 * kept in the back/forward cache.
 */
function useLeaveGuard(running: boolean): void {
  useEffect(() => {
    if (!running) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [running]);
}

/** Dispatches clock ticks while a download runs: stalls and retry countdowns depend on time, not on bytes. */
function useTicks(running: boolean, dispatch: Dispatch<DownloadEvent>): void {
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => dispatch({ type: 'ticked', at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [running, dispatch]);
}

/** An order with the progress of its attempts and the control of the running one. */
interface Attempt {
  readonly order: DownloadOrder;
  readonly partialDownload: PartialDownload;
  readonly folder: SaveFolder | null;
  /** Null while no attempt runs. */
  control: TransferControl | null;
  /** Whether an attempt runs or the next click is awaited. */
  open: boolean;
}

const attemptOf = (order: DownloadOrder, folder: SaveFolder | null): Attempt => ({
  ...{ order, folder, partialDownload: new PartialDownload() },
  ...{ control: null, open: true },
});

const tallyOfAttempt = ({ order, partialDownload, folder }: Attempt): SetTally | null =>
  tallyOf(order, partialDownload, folder?.name ?? null);

/** Runs the attempts of one order at a time and dispatches their events. */
function useAttempt(dispatch: Dispatch<DownloadEvent>) {
  const attempt = useRef<Attempt | null>(null);

  const end = useCallback(
    (state: EndState): void => {
      dispatch({ type: 'ended', state });
      announceEnd(state);
    },
    [dispatch],
  );

  const run = useCallback(
    async (next: Attempt): Promise<void> => {
      const control = new TransferControl();
      Object.assign(next, { control, open: true });
      attempt.current = next;
      dispatch({ type: 'started', at: performance.now() });
      const { flush, ...callbacks } = throttleProgress(control, dispatch);
      const state = await runDownload({
        ...{
          order: next.order,
          partialDownload: next.partialDownload,
          folder: next.folder,
          control,
          mustShare,
        },
        fetch: pageFetch,
        connectivity: pageConnectivity,
        sinks: browserSinks,
        maxBytes: BLOB_MAX_BYTES,
        ...callbacks,
      });
      flush();
      // A cancel, which has already been shown, has replaced this attempt.
      if (attempt.current !== next) return;
      next.control = null;
      next.open = state.phase === 'next';
      if (state.phase !== 'failed') next.partialDownload.clear();
      end(state);
    },
    [dispatch, end],
  );

  /** Ends the order and discards what is not delivered. Returns the order's attempt if it was still open, else null. */
  const drop = useCallback((): Attempt | null => {
    const dropped = attempt.current;
    attempt.current = null;
    dropped?.control?.cancel();
    dropped?.partialDownload.clear();
    return dropped?.open === true ? dropped : null;
  }, []);
  return { attempt, run, end, drop };
}

type AttemptHandle = ReturnType<typeof useAttempt>;

/**
 * Returns the actions that start and continue an order. An order for a folder first asks for the folder or its
 * permission.
 */
function useBegin({ attempt, run, end, drop }: AttemptHandle) {
  const start = useCallback(
    async (order: DownloadOrder): Promise<void> => {
      if (attempt.current?.open) return;
      drop();
      if (order.saveAs !== 'folder') return run(attemptOf(order, null));
      // Reserves the slot while the visitor chooses a folder: another click must not open a second picker.
      const choosing = attemptOf(order, null);
      attempt.current = choosing;
      const picked = await pickFolder();
      if (attempt.current !== choosing) return;
      attempt.current = null;
      if (picked.kind === 'picked') return run(attemptOf(order, picked.folder));
      if (picked.kind === 'dismissed') notify(SAVE_TEXT.noFolder);
      else notifyError(downloadFailedBecause(SAVE_FAILURES.folderRefused));
    },
    [attempt, run, drop],
  );
  const next = useCallback(() => {
    const { current } = attempt;
    if (current !== null && current.control === null) void run(current);
  }, [attempt, run]);
  const retry = useCallback(async (): Promise<void> => {
    const { current } = attempt;
    if (current === null) return;
    if (current.control !== null) return current.control.retryNow();
    if (current.folder !== null && !(await requestWriteAccess(current.folder))) {
      return notifyError(downloadFailedBecause(SAVE_FAILURES.folderRefused));
    }
    if (attempt.current !== current || current.control !== null) return;
    current.partialDownload.failed.clear();
    await run(current);
  }, [attempt, run]);
  const cancel = useCallback(() => {
    const dropped = drop();
    if (dropped === null) return;
    const tally = tallyOfAttempt(dropped);
    end(tally !== null && hasDelivered(tally) ? { phase: 'stopped', tally } : { phase: 'cancelled' });
  }, [drop, end]);
  return {
    start: useCallback((order: DownloadOrder) => void start(order), [start]),
    retry: useCallback(() => void retry(), [retry]),
    next,
    cancel,
  };
}

/** Runs one download at a time with its effects: requests, toasts, announcements and the leave-page prompt. */
export function useDownload(): Download {
  const [state, dispatch] = useReducer(reduceDownload, READY);
  const handle = useAttempt(dispatch);
  const { attempt, drop } = handle;
  const running = isRunning(state);
  const open = isOpen(state);

  useEffect(
    () => () => {
      const dropped = drop();
      if (dropped !== null) announceDropped(tallyOfAttempt(dropped));
    },
    [drop],
  );
  useLeaveGuard(open);
  useReportDownload(open);
  useKeepAwake(state);
  useProgressAnnouncements(state);
  useTicks(running, dispatch);

  const actions = useBegin(handle);
  // Shown immediately; the transfer dispatches the same event once it has stopped its request.
  const pause = useCallback(() => {
    attempt.current?.control?.pause();
    dispatch({ type: 'held', at: performance.now(), hold: { kind: 'paused' } });
  }, [attempt]);
  const resume = useCallback(() => {
    attempt.current?.control?.resume();
    dispatch({ type: 'held', at: performance.now(), hold: null });
  }, [attempt]);
  const dismiss = useCallback(() => {
    if (attempt.current?.open !== true) drop();
    dispatch({ type: 'dismissed' });
  }, [attempt, drop]);
  return { state, ...actions, pause, resume, dismiss };
}
