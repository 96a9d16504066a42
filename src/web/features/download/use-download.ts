import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { BLOB_MAX_BYTES } from '#shared/limits.ts';
import { downloadFailedBecause, SAVE_FAILURES, SAVE_TEXT } from '#shared/result-messages.ts';
import { pageConnectivity } from '../../lib/page-connectivity.ts';
import { PartialDownload } from '../../lib/partial-download.ts';
import { pickFolder, requestWriteAccess, type SaveFolder } from '../../lib/save-folder.ts';
import { browserSinks, pageFetch } from '../../lib/save-sinks.ts';
import { TransferControl } from '../../lib/transfer-control.ts';
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
import { pacedProgress } from './paced-progress.ts';
import { type DownloadOrder, runDownload } from './run-download.ts';
import { hasDelivered, tallyOf } from './set-tally.ts';
import { mustShare } from './share-file.ts';
import { useKeepAwake } from './use-keep-awake.ts';
import { useSpokenProgress } from './use-spoken-progress.ts';

const TICK_MS = 500;

export interface Download {
  readonly state: DownloadState;
  /** Starts the order; ignored while one is open. Must be called inside a press. */
  readonly start: (order: DownloadOrder) => void;
  /** Stops the network at once and gives up what is not delivered. */
  readonly cancel: () => void;
  /** Stops the network at once; what has arrived stays. */
  readonly pause: () => void;
  /** Goes on at the byte where the pause began. */
  readonly resume: () => void;
  /** Fetches the files that the browser takes with this press. */
  readonly next: () => void;
  /** Goes on with an order that failed, or asks anew for what does not come, at the first byte that is missing. */
  readonly retry: () => void;
  /** Back to the button, unless the order is open. */
  readonly dismiss: () => void;
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

/** An order with what its tries have achieved so far, and the hand on the one that runs. */
interface Attempt {
  readonly order: DownloadOrder;
  readonly partialDownload: PartialDownload;
  readonly folder: SaveFolder | null;
  /** Null while none runs. */
  control: TransferControl | null;
  /** More of the order is to come: a try runs, or the next press is awaited. */
  open: boolean;
}

const attemptOf = (order: DownloadOrder, folder: SaveFolder | null): Attempt => ({
  ...{ order, folder, partialDownload: new PartialDownload() },
  ...{ control: null, open: true },
});

const tallyOfAttempt = ({ order, partialDownload, folder }: Attempt): SetTally | null =>
  tallyOf(order, partialDownload, folder?.name ?? null);

/** One order at a time and its tries; `dispatch` hears how they go. */
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
      const { flush, ...told } = pacedProgress(control, dispatch);
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
        ...told,
      });
      flush();
      // A cancel, which has already been shown, has taken this one's place.
      if (attempt.current !== next) return;
      next.control = null;
      next.open = state.phase === 'next';
      if (state.phase !== 'failed') next.partialDownload.clear();
      end(state);
    },
    [dispatch, end],
  );

  /** Ends the order and gives up what is not delivered; gives it when more of it was to come. */
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

/** The presses that begin and go on with an order. Those that need a folder ask for it, or for its permission, first. */
function useBegin({ attempt, run, end, drop }: AttemptHandle) {
  const start = useCallback(
    async (order: DownloadOrder): Promise<void> => {
      if (attempt.current?.open) return;
      drop();
      if (order.saveAs !== 'folder') return run(attemptOf(order, null));
      // Holds the place while the visitor looks for a folder: another press must not open a second picker.
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

/** One download at a time, with its effects: network, toasts, announcements, the leave guard. */
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
  useSpokenProgress(state);
  useTicks(running, dispatch);

  const presses = useBegin(handle);
  // Told at once: the transfer says the same as soon as it has let go of the network.
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
  return { state, ...presses, pause, resume, dismiss };
}
