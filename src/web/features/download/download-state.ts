import type { SaveProgress } from '../../lib/save-set.ts';
import type { Hold } from '../../lib/save-transfer.ts';
import { addSample, type Sample, secondsLeft, speedOf } from './download-speed.ts';

/** Times without a byte after which the download panel reports a stall, and offers a retry. */
const DOWNLOAD_STALLED_MS = 5_000;
const DOWNLOAD_RETRY_OFFER_MS = 30_000;

/** How long no byte has arrived: `none` below 5 s, `waiting` from 5 s, `long` from 30 s. */
export type Stall = 'none' | 'waiting' | 'long';

/** Why no byte is expected now. `lost` retries at `until` (ms), which is `seconds` whole seconds away; 0 means now. */
export type Held =
  | Exclude<Hold, { kind: 'lost' }>
  | { readonly kind: 'lost'; readonly until: number; readonly seconds: number; readonly busy: boolean };

interface Running {
  readonly held: Held | null;
  readonly stall: Stall;
}

/** The transfer has started, but no byte has arrived. `since` is the start of the current wait (ms). */
export interface Preparing extends Running {
  readonly phase: 'preparing';
  readonly since: number;
}

/** Bytes have arrived. */
export interface Downloading extends SaveProgress, Running {
  readonly phase: 'downloading';
  /** Bytes per second; null during the first second. */
  readonly speed: number | null;
  /** Seconds; null if unknown. */
  readonly timeLeft: number | null;
  /** Samples of the last seconds without interruption. */
  readonly samples: readonly Sample[];
}

/** Progress of a set, as far as the page can know it. */
export interface SetTally {
  readonly files: number;
  /** Number of files passed to the browser's download manager. Whether it saved them is unknown. */
  readonly handed: number;
  /** Number of these files that the browser downloads from a link itself. The page does not see their bytes. */
  readonly linked: number;
  /** Number of files written to the folder and checked to be complete. */
  readonly written: number;
  /** Folder name; null if files go to the browser. */
  readonly folder: string | null;
  /** Number of ZIP files among the downloads; 0 for separate files. */
  readonly zips: number;
  readonly failed: number;
}

/** One complete file or ZIP. */
export interface Saved {
  readonly phase: 'done';
  readonly filename: string;
  /** The bytes, retained for the share sheet. */
  readonly blob: Blob;
  /** `device` if the file was saved; `page` while the bytes exist only in this page and the visitor must share them. */
  readonly place: 'device' | 'page';
}

/** All files were written to the visitor's folder. */
export interface Stored {
  readonly phase: 'stored';
  readonly tally: SetTally;
}

/** The files were passed to the browser; the page is not notified when it has saved them. */
export interface HandedOver {
  readonly phase: 'handed-over';
  /** Null for a single file. */
  readonly tally: SetTally | null;
  /** The one ZIP that contains all files, for the share sheet; null otherwise. */
  readonly zip: { readonly filename: string; readonly blob: Blob } | null;
}

/** The browser accepts no more downloads until the next click. */
export interface AwaitingClick {
  readonly phase: 'next';
  readonly tally: SetTally;
  /** Number of downloads the click starts. */
  readonly count: number;
}

/** The order failed; `received` and `total` are the bytes of the file that failed. */
export interface Failed {
  readonly phase: 'failed';
  readonly message: string;
  readonly received: number;
  readonly total: number | null;
  /** Null for a single file. */
  readonly tally: SetTally | null;
}

/** The visitor cancelled a set after some of its files were delivered. */
interface Stopped {
  readonly phase: 'stopped';
  readonly tally: SetTally;
}

/** State of the download panel. */
export type DownloadState =
  | { readonly phase: 'ready' }
  | Preparing
  | Downloading
  | AwaitingClick
  | Saved
  | Stored
  | { readonly phase: 'cancelled' }
  | Stopped
  | Failed
  | HandedOver
  | { readonly phase: 'opened' }
  | { readonly phase: 'blocked'; readonly url: string };

/** State in which an attempt ends. */
export type EndState = Exclude<DownloadState, { phase: 'ready' | 'preparing' | 'downloading' }>;

/** Input of `reduceDownload`. `at` is in ms of a monotonic clock. */
export type DownloadEvent =
  | { readonly type: 'started'; readonly at: number }
  | { readonly type: 'progressed'; readonly at: number; readonly progress: SaveProgress }
  | { readonly type: 'held'; readonly at: number; readonly hold: Hold | null }
  | { readonly type: 'ticked'; readonly at: number }
  | { readonly type: 'ended'; readonly state: EndState }
  | { readonly type: 'dismissed' };

/** State without a download: the button is shown. */
export const READY: DownloadState = { phase: 'ready' };

/** Returns whether the transfer is active or paused, so bytes may still arrive. */
export const isRunning = (state: DownloadState): state is Preparing | Downloading =>
  state.phase === 'preparing' || state.phase === 'downloading';

/** Returns whether more files of the order may follow, including after another click. */
export const isOpen = (state: DownloadState): state is Preparing | Downloading | AwaitingClick =>
  isRunning(state) || state.phase === 'next';

const stallAfter = (idleMs: number): Stall =>
  idleMs >= DOWNLOAD_RETRY_OFFER_MS ? 'long' : idleMs >= DOWNLOAD_STALLED_MS ? 'waiting' : 'none';

function progressed(state: DownloadState, at: number, progress: SaveProgress): DownloadState {
  // An interruption must not count in the speed.
  const before = state.phase === 'downloading' && state.held === null ? state.samples : [];
  const samples = addSample(before, { at, received: progress.received });
  const speed = speedOf(samples);
  const timeLeft = secondsLeft(progress.received, progress.total, speed);
  return { phase: 'downloading', ...progress, samples, speed, timeLeft, stall: 'none', held: null };
}

const SECOND_MS = 1_000;
const lostUntil = (until: number, at: number, busy: boolean): Extract<Held, { kind: 'lost' }> => ({
  kind: 'lost',
  until,
  seconds: Math.max(0, Math.ceil((until - at) / SECOND_MS)),
  busy,
});

function heldAt(state: Preparing | Downloading, at: number, hold: Hold | null): DownloadState {
  const held = hold?.kind === 'lost' ? lostUntil(at + hold.inMs, at, hold.busy === true) : hold;
  const common = { held, stall: 'none' } as const;
  if (state.phase === 'preparing') return { ...state, ...common, since: at };
  // One sample, so that idle time is measured from now on.
  const samples = [{ at, received: state.received }];
  return { ...state, ...common, samples, speed: null, timeLeft: null };
}

/** Returns the time of the last progress, or of the scheduled retry if that is later (ms). */
const lastActivityAt = (state: Preparing | Downloading, at: number): number =>
  Math.max(
    state.phase === 'preparing' ? state.since : (state.samples.at(-1)?.at ?? at),
    state.held?.kind === 'lost' ? state.held.until : 0,
  );

function ticked(state: DownloadState, at: number): DownloadState {
  if (!isRunning(state) || state.held?.kind === 'paused' || state.held?.kind === 'offline') return state;
  const held = state.held === null ? null : lostUntil(state.held.until, at, state.held.busy);
  const stall = stallAfter(at - lastActivityAt(state, at));
  const isSame = stall === state.stall && held?.seconds === state.held?.seconds;
  return isSame ? state : { ...state, held, stall };
}

/** Returns the next state of a download. Events of a transfer that has ended are ignored. */
export function reduceDownload(state: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.type) {
    case 'started':
      return { phase: 'preparing', since: event.at, stall: 'none', held: null };
    case 'progressed':
      return isRunning(state) ? progressed(state, event.at, event.progress) : state;
    case 'held':
      return isRunning(state) ? heldAt(state, event.at, event.hold) : state;
    case 'ticked':
      return ticked(state, event.at);
    case 'ended':
      return isOpen(state) ? event.state : state;
    case 'dismissed':
      return isOpen(state) ? state : READY;
  }
}

/** Returns the received share in whole percent, below 100 until the last byte; null if the total is unknown. */
export function percentOf({ received, total }: Pick<SaveProgress, 'received' | 'total'>): number | null {
  if (total === null || total <= 0) return null;
  return Math.min(received >= total ? 100 : 99, Math.floor((received / total) * 100));
}

/** Returns the last quarter reached (0, 25, 50 or 75). Progress is announced only at quarters. */
export const quarterOf = (percent: number | null): number =>
  Math.min(75, Math.floor((percent ?? 0) / 25) * 25);
