import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { BLOB_MAX_BYTES } from '../../lib/set-plan.ts';
import { notify, notifyError } from '../../state/notices.ts';
import { useReportDownload } from '../../state/running-download.ts';
import { useUnloadGuard } from '../../state/unload-guard.ts';
import { zipLimit } from '../../state/zip-limit.ts';
import { runJob } from '../../workbench/run-job.ts';
import { announceEnd, useProgressAnnouncements } from './announce-download.ts';
import {
  type DownloadEvent,
  type DownloadState,
  type EndState,
  isOpen,
  isRunning,
  READY,
  reduceDownload,
} from './download-state.ts';
import { browserSinks } from './file/browser-sinks.ts';
import { pickFolder, requestWriteAccess, type SaveFolder } from './file/save-folder.ts';
import { findZipLimit } from './kept/disk.ts';
import { keepFile } from './kept/kept-file.ts';
import { PartialDownload } from './order/partial-download.ts';
import { createOpenedEnd, type DownloadOrder, type OrderRun, runOrder } from './order/run-order.ts';
import type { SaveProgress } from './order/save-set.ts';
import { hasDelivered, tallyOf } from './order/set-tally.ts';
import { canShareFiles, mustShare, shareFiles } from './share-file.ts';
import { pageConnectivity, pageFetch } from './transfer/page-network.ts';
import { TransferControl } from './transfer/transfer-control.ts';

/** Smaller downloads usually end before a phone locks its screen. */
const KEEP_AWAKE_MIN_BYTES = 20 * 1024 * 1024;

/**
 * Keeps the screen on during a download of more than 20 MB, except during a pause, because a phone that sleeps stops the transfer. Does
 * nothing if the browser cannot keep the screen on.
 */
function useKeepAwake(state: DownloadState): void {
  const isReceiving = state.phase === 'downloading' && state.held?.kind !== 'paused';
  const isLong = isReceiving && (state.total ?? state.received) > KEEP_AWAKE_MIN_BYTES;
  useEffect(() => {
    if (!isLong || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> | undefined;
    // The browser releases the lock when the page is hidden and does not acquire it again.
    const hold = (): void => {
      if (document.visibilityState === 'hidden') return;
      // Rejected in power-saving mode; the download continues without the lock.
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.then((held) => held?.release());
    };
  }, [isLong]);
}

/** Shortest time between two progress events. Bytes arrive far more often than a person can read. */
const PROGRESS_EVERY_MS = 100;

/**
 * Returns the callbacks of an attempt, which dispatch its events. Progress is dispatched at most every PROGRESS_EVERY_MS; the last progress
 * before an interruption, a simulated step or a call of `flush` is dispatched at once. Nothing is dispatched after a cancel.
 */
function throttleProgress({ signal }: TransferControl, dispatch: Dispatch<DownloadEvent>) {
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
  const onProgress: OrderRun['onProgress'] = (progress) => {
    waiting = progress;
    const earlyByMs = shownAt + PROGRESS_EVERY_MS - performance.now();
    if (earlyByMs <= 0 || progress.received === progress.total) flush();
    else timer ??= setTimeout(pass, earlyByMs);
  };
  const onSimulated: OrderRun['onSimulated'] = (step) => {
    flush();
    if (signal.aborted) return;
    if (step === null) dispatch({ type: 'started', at: performance.now() });
    else dispatch({ type: 'simulated', percent: step.percent });
  };
  const onHold: OrderRun['onHold'] = (hold) => {
    flush();
    // Show the first byte after an interruption immediately.
    shownAt = Number.NEGATIVE_INFINITY;
    if (!signal.aborted) dispatch({ type: 'held', at: performance.now(), hold });
  };
  return { onProgress, onSimulated, onHold, flush };
}

const TICK_MS = 500;

/** Dispatches `ticked` every TICK_MS while `isActive`, because stalls and retry countdowns depend on time, not on bytes. */
function useTicks(isActive: boolean, dispatch: Dispatch<DownloadEvent>): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => dispatch({ type: 'ticked', at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [isActive, dispatch]);
}

/** An order with the results of its earlier attempts and the control of the attempt that runs. */
interface Attempt {
  readonly order: DownloadOrder;
  readonly partialDownload: PartialDownload;
  readonly folder: SaveFolder | null;
  /** Null while no attempt runs. */
  control: TransferControl | null;
  /** Whether an attempt runs, the visitor chooses the folder, or the order waits for the next click. */
  isActive: boolean;
  /** Link that direct delivery has opened in a new tab; null if there is none. A cancel does not close that tab. */
  tabUrl: string | null;
  /** Resolves when the open share sheet has ended; null if none is open. */
  sheet: ReturnType<typeof shareFiles> | null;
}

const attemptOf = (order: DownloadOrder, folder: SaveFolder | null): Attempt => ({
  order,
  folder,
  partialDownload: new PartialDownload(order.onFile),
  control: null,
  isActive: true,
  tabUrl: null,
  sheet: null,
});

const reportRefusedFolder = (): void =>
  notifyError(
    text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.folderRefused') }),
  );

/** Runs the attempts of one order at a time and dispatches their events. */
class DownloadRun {
  readonly #dispatch: Dispatch<DownloadEvent>;
  #attempt: Attempt | null = null;

  constructor(dispatch: Dispatch<DownloadEvent>) {
    this.#dispatch = dispatch;
  }

  #finish(state: EndState): void {
    this.#dispatch({ type: 'ended', state });
    announceEnd(state);
  }

  /** Ends the order and discards the bytes that are not delivered. Returns the attempt of the order if it was still active, else null. */
  #drop(): Attempt | null {
    const dropped = this.#attempt;
    this.#attempt = null;
    dropped?.control?.cancel();
    dropped?.partialDownload.clear();
    return dropped?.isActive === true ? dropped : null;
  }

  async #run(next: Attempt): Promise<void> {
    const control = new TransferControl();
    Object.assign(next, { control, isActive: true, tabUrl: null });
    this.#attempt = next;
    this.#dispatch({ type: 'started', at: performance.now() });
    const { flush, ...callbacks } = throttleProgress(control, this.#dispatch);
    const state = await runOrder({
      order: next.order,
      partialDownload: next.partialDownload,
      folder: next.folder,
      control,
      mustShare,
      canShare: canShareFiles,
      prefersLink: inAppBrowser() !== null,
      fetch: pageFetch,
      connectivity: pageConnectivity,
      sinks: browserSinks,
      maxBytes: BLOB_MAX_BYTES,
      zipBytes: zipLimit.get(),
      keep: keepFile,
      runJob,
      onFallback: notify,
      ...callbacks,
      onSimulated(step) {
        next.tabUrl = step?.tabUrl ?? null;
        callbacks.onSimulated(step);
      },
    });
    flush();
    // A cancel, which has already been shown, has replaced this attempt.
    if (this.#attempt !== next) return;
    next.control = null;
    next.isActive = state.phase === 'next';
    if (state.phase !== 'failed' && state.phase !== 'next') next.partialDownload.clear();
    this.#finish(state);
    // A set that arrives quickly needs no second tap.
    const isTapFresh = (navigator.userActivation as UserActivation | undefined)?.isActive === true;
    if (state.phase === 'next' && state.sheet !== null && isTapFresh) void this.#share(next, false);
  }

  /**
   * Opens the share sheet for the files that wait for it, and runs the next attempt once the sheet has taken them. If the sheet fails after
   * a click (`isTap`), downloads the files separately instead. If the visitor closes the sheet, or it fails without a click, the set waits
   * for a click again.
   */
  async #share(current: Attempt, isTap: boolean): Promise<void> {
    const sheet = shareFiles([...current.partialDownload.waitingFiles.values()]);
    current.sheet = sheet;
    this.#dispatch({ type: 'sheet', isOpen: true });
    const ended = await sheet;
    if (this.#attempt !== current || current.sheet !== sheet) return;
    current.sheet = null;
    if (ended === 'shared') {
      current.partialDownload.recordShared(true);
      await this.#run(current);
    } else if (ended === 'refused' && isTap) {
      current.partialDownload.waitingFiles.clear();
      await this.#run({ ...current, order: { ...current.order, saveAs: 'separate' } });
    } else this.#dispatch({ type: 'sheet', isOpen: false });
  }

  /**
   * Starts the order; does nothing while another order is open. Must be called inside a click handler. For an order to a folder, first asks
   * the visitor for the folder; without one, shows a notice and does not start the order.
   */
  readonly start = async (order: DownloadOrder): Promise<void> => {
    if (this.#attempt?.isActive) return;
    this.#drop();
    if (order.saveAs !== 'folder') return this.#run(attemptOf(order, null));
    // Reserves the slot while the visitor chooses a folder: another click must not open a second picker.
    const choosing = attemptOf(order, null);
    this.#attempt = choosing;
    const picked = await pickFolder();
    if (this.#attempt !== choosing) return;
    this.#attempt = null;
    if (picked.kind === 'picked') return this.#run(attemptOf(order, picked.folder));
    if (picked.kind === 'dismissed') notify(text(downloadPanel, 'noFolder'));
    else reportRefusedFolder();
  };

  /**
   * Continues a set that waits for a click: opens the share sheet for the files that wait for it, or runs the next attempt. If the share
   * sheet is already open, counts its files as shared without confirmation, and runs the next attempt.
   */
  readonly next = (): void => {
    const current = this.#attempt;
    if (current === null || current.control !== null) return;
    if (current.partialDownload.waitingFiles.size > 0 && current.sheet === null)
      return void this.#share(current, true);
    // Some systems never say that the sheet has closed; the visitor is back and wants to go on.
    current.sheet = null;
    current.partialDownload.recordShared(false);
    void this.#run(current);
  };

  /**
   * Restarts a stalled request, or runs the next attempt of a failed order, from the first missing byte. The next attempt needs write
   * permission for the order's folder; if that is denied, shows an error notice instead.
   */
  readonly retry = async (): Promise<void> => {
    const current = this.#attempt;
    if (current === null) return;
    if (current.control !== null) return current.control.retryNow();
    if (current.folder !== null && !(await requestWriteAccess(current.folder))) return reportRefusedFolder();
    if (this.#attempt !== current || current.control !== null) return;
    current.partialDownload.failed.clear();
    await this.#run(current);
  };

  /** Cancels the order, discards the bytes that are not delivered, and shows how the order ended. Shows nothing without an active order. */
  readonly cancel = (): void => {
    const dropped = this.#drop();
    if (dropped === null) return;
    const { order, partialDownload, folder, tabUrl } = dropped;
    if (tabUrl !== null) {
      notify(text(downloadPanel, 'tabStaysOpen'));
      this.#finish(createOpenedEnd(order, tabUrl));
      return;
    }
    const tally = tallyOf(order, partialDownload, folder?.name ?? null);
    this.#finish(
      tally !== null && hasDelivered(tally) ? { phase: 'stopped', tally } : { phase: 'cancelled' },
    );
  };

  /** Pauses the transfer and keeps the received bytes. Shows the pause immediately; the transfer dispatches the same event later. */
  readonly pause = (): void => {
    this.#attempt?.control?.pause();
    this.#dispatch({ type: 'held', at: performance.now(), hold: { kind: 'paused' } });
  };
  /** Continues at the byte where the pause began. */
  readonly resume = (): void => {
    this.#attempt?.control?.resume();
    this.#dispatch({ type: 'held', at: performance.now(), hold: null });
  };

  /**
   * Closes the panel and discards the bytes of the ended order, so that the Download button shows again. Does nothing while the order is
   * active.
   */
  readonly dismiss = (): void => {
    if (this.#attempt?.isActive !== true) this.#drop();
    this.#dispatch({ type: 'dismissed' });
  };

  /** Ends the order and discards its bytes without a report, for a result that is removed. */
  readonly discard = (): void => {
    this.#drop();
  };
}

/** State of the download and the actions on it. */
export type Download = Pick<DownloadRun, keyof DownloadRun> & { readonly state: DownloadState };

/**
 * Returns the state of the download and the actions on it; one download runs at a time. Also shows its toasts, announces its progress,
 * keeps the screen on, and asks before the visitor leaves the page.
 */
export function useDownload(): Download {
  const [state, dispatch] = useReducer(reduceDownload, READY);
  const [actions] = useState(() => new DownloadRun(dispatch));
  const running = isRunning(state);
  const open = isOpen(state);

  useEffect(() => actions.discard, [actions]);
  useEffect(() => void findZipLimit().then(zipLimit.set), []);
  // Leaving the page does not stop what the platform sends.
  // In an app's browser every download is a link that is followed in this tab.
  useUnloadGuard(open && state.phase !== 'simulated' && inAppBrowser() === null);
  useReportDownload(open);
  useKeepAwake(state);
  useProgressAnnouncements(state);
  useTicks(running, dispatch);

  return { state, ...actions };
}
