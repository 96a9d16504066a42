import type { AwaitingClick, OrderEnd } from './order/run-order.ts';
import type { SaveProgress } from './order/save-set.ts';
import type { SetTally } from './order/set-tally.ts';
import type { Hold } from './transfer/transfer.ts';

/** Number of bytes received until `at` (ms of a monotonic clock). */
export interface Measurement {
  readonly at: number;
  readonly received: number;
}

const WINDOW_MS = 3_000;
/** Shortest time over which a speed is computed. Over a shorter time, the speed and the time left would fluctuate too much. */
const SPEED_SPAN_MIN_MS = 1_000;

/** Returns the measurements with `measurement` added, without those older than three seconds. Keeps the newest of the older ones. */
export function addMeasurement(
  measurements: readonly Measurement[],
  measurement: Measurement,
): readonly Measurement[] {
  const edge = measurement.at - WINDOW_MS;
  // Keep the last measurement before the window, so that the measurements cover the whole window.
  const firstInside = measurements.findIndex((each) => each.at >= edge);
  const from = firstInside === -1 ? Math.max(0, measurements.length - 1) : Math.max(0, firstInside - 1);
  return [...measurements.slice(from), measurement];
}

/** Returns the average speed over the measurements in bytes per second; null until they span one second. */
export function speedOf(measurements: readonly Measurement[]): number | null {
  const first = measurements[0];
  const last = measurements.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SPEED_SPAN_MIN_MS) return null;
  return ((last.received - first.received) * 1_000) / (last.at - first.at);
}

/**
 * Returns the seconds until all bytes have arrived; null if `total` or `bytesPerSecond` is null, or if `bytesPerSecond` is not positive.
 */
export function downloadSecondsLeft(
  received: number,
  total: number | null,
  bytesPerSecond: number | null,
): number | null {
  if (total === null || bytesPerSecond === null || bytesPerSecond <= 0) return null;
  return Math.max(0, total - received) / bytesPerSecond;
}

/** Time without a new byte after which the download panel reports a stall. */
const DOWNLOAD_STALLED_MS = 5_000;
/** Time without a new byte after which the download panel offers a retry. */
const DOWNLOAD_RETRY_OFFER_MS = 30_000;

/** How long no new byte has arrived: `none` below 5 s, `waiting` from 5 s, `long` from 30 s. */
export type Stall = 'none' | 'waiting' | 'long';

/**
 * Reason why no byte is expected now. `lost`: the connection was lost or the server is `busy`; the transfer retries at `retryAt` (ms of the
 * events' clock), which is `seconds` whole seconds away. 0 seconds means that it retries now.
 */
export type ActiveHold =
  | Exclude<Hold, { kind: 'lost' }>
  | { readonly kind: 'lost'; readonly retryAt: number; readonly seconds: number; readonly busy: boolean };

interface Running {
  readonly held: ActiveHold | null;
  readonly stall: Stall;
}

/**
 * Running download without any progress so far, because no response has arrived. `waitingSince` is the start of the current wait (ms of the
 * events' clock).
 */
export interface Preparing extends Running {
  readonly phase: 'preparing';
  readonly waitingSince: number;
}

/** Running download with progress. `received` is 0 between the response's headers and its first byte. */
export interface Downloading extends SaveProgress, Running {
  readonly phase: 'downloading';
  /** Bytes per second; null until the measurements span one second, also after an interruption. */
  readonly bytesPerSecond: number | null;
  /** Estimated seconds until all bytes have arrived; null if unknown. */
  readonly secondsLeft: number | null;
  /** Measurements of about the last three seconds, without those before the last interruption. */
  readonly measurements: readonly Measurement[];
}

/** State of a direct download, in which the platform sends the file. The progress is simulated. */
export interface Simulated {
  readonly phase: 'simulated';
  /** Whole percent. */
  readonly percent: number;
}

/** The visitor cancelled a set after some of its files were delivered. */
interface Stopped {
  readonly phase: 'stopped';
  readonly tally: SetTally;
}

export type DownloadState = { readonly phase: 'ready' } | Preparing | Downloading | Simulated | EndState;

/** State in which an attempt ends or the visitor stops a set. */
export type EndState = OrderEnd | Stopped;

/** Input of `reduceDownload`. `at` is in ms of a monotonic clock. */
export type DownloadEvent =
  | { readonly type: 'started'; readonly at: number }
  | { readonly type: 'progressed'; readonly at: number; readonly progress: SaveProgress }
  | { readonly type: 'simulated'; readonly percent: number }
  | { readonly type: 'held'; readonly at: number; readonly hold: Hold | null }
  | { readonly type: 'ticked'; readonly at: number }
  | { readonly type: 'ended'; readonly state: EndState }
  /** The share sheet has opened for the files that wait for it, or closed without taking them. */
  | { readonly type: 'sheet'; readonly isOpen: boolean }
  | { readonly type: 'dismissed' };

/** State without a download: the button is shown. */
export const READY: DownloadState = { phase: 'ready' };

/** Returns whether the transfer is active or paused, so bytes may still arrive. */
export const isRunning = (state: DownloadState): state is Preparing | Downloading =>
  state.phase === 'preparing' || state.phase === 'downloading';

/** Returns whether the order has not ended: a download runs, or the next part waits for a click. */
export const isOpen = (state: DownloadState): state is Preparing | Downloading | Simulated | AwaitingClick =>
  isRunning(state) || state.phase === 'simulated' || state.phase === 'next';

/**
 * Returns whether the order has ended and at least one file was saved, opened, shared, handed to the browser, or is ready for the share
 * sheet.
 */
export const isSaved = ({ phase }: DownloadState): boolean =>
  phase === 'done' ||
  phase === 'stored' ||
  phase === 'handed-over' ||
  phase === 'opened' ||
  phase === 'stopped';

const stallAfter = (idleMs: number): Stall =>
  idleMs >= DOWNLOAD_RETRY_OFFER_MS ? 'long' : idleMs >= DOWNLOAD_STALLED_MS ? 'waiting' : 'none';

function progressed(state: DownloadState, at: number, progress: SaveProgress): DownloadState {
  // An interruption must not count in the speed.
  const before = state.phase === 'downloading' && state.held === null ? state.measurements : [];
  const measurements = addMeasurement(before, { at, received: progress.received });
  const bytesPerSecond = speedOf(measurements);
  const secondsLeft = downloadSecondsLeft(progress.received, progress.total, bytesPerSecond);
  return {
    phase: 'downloading',
    ...progress,
    measurements,
    bytesPerSecond,
    secondsLeft,
    stall: 'none',
    held: null,
  };
}

const SECOND_MS = 1_000;
const lostUntil = (retryAt: number, at: number, busy: boolean): Extract<ActiveHold, { kind: 'lost' }> => ({
  kind: 'lost',
  retryAt,
  seconds: Math.max(0, Math.ceil((retryAt - at) / SECOND_MS)),
  busy,
});

function heldAt(state: Preparing | Downloading, at: number, hold: Hold | null): DownloadState {
  const held = hold?.kind === 'lost' ? lostUntil(at + hold.delayMs, at, hold.busy === true) : hold;
  const common = { held, stall: 'none' } as const;
  if (state.phase === 'preparing') return { ...state, ...common, waitingSince: at };
  // One measurement, so that idle time is measured from now on.
  const measurements = [{ at, received: state.received }];
  return { ...state, ...common, measurements, bytesPerSecond: null, secondsLeft: null };
}

/** Returns the time of the last progress or change of `held`, or of the scheduled retry if that is later (ms of the events' clock). */
const lastActivityAt = (state: Preparing | Downloading, at: number): number =>
  Math.max(
    state.phase === 'preparing' ? state.waitingSince : (state.measurements.at(-1)?.at ?? at),
    state.held?.kind === 'lost' ? state.held.retryAt : 0,
  );

function ticked(state: DownloadState, at: number): DownloadState {
  if (!isRunning(state) || state.held?.kind === 'paused' || state.held?.kind === 'offline') return state;
  const held = state.held === null ? null : lostUntil(state.held.retryAt, at, state.held.busy);
  const stall = stallAfter(at - lastActivityAt(state, at));
  const isSame = stall === state.stall && held?.seconds === state.held?.seconds;
  return isSame ? state : { ...state, held, stall };
}

/** Returns the next state of a download. `started` begins a download in any state; events that do not fit the current state are ignored. */
export function reduceDownload(state: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.type) {
    case 'started':
      return { phase: 'preparing', waitingSince: event.at, stall: 'none', held: null };
    case 'progressed':
      return isRunning(state) ? progressed(state, event.at, event.progress) : state;
    case 'simulated':
      return isOpen(state) ? { phase: 'simulated', percent: event.percent } : state;
    case 'held':
      return isRunning(state) ? heldAt(state, event.at, event.hold) : state;
    case 'ticked':
      return ticked(state, event.at);
    case 'ended':
      return isOpen(state) ? event.state : state;
    case 'sheet':
      return state.phase === 'next' ? { ...state, sheet: event.isOpen ? 'open' : 'ready' } : state;
    case 'dismissed':
      return isOpen(state) ? state : READY;
  }
}

/** Returns the received bytes in whole percent of the total, below 100 until the last byte; null if the total is unknown or 0. */
export function percentOf({ received, total }: Pick<SaveProgress, 'received' | 'total'>): number | null {
  if (total === null || total <= 0) return null;
  return Math.min(received >= total ? 100 : 99, Math.floor((received / total) * 100));
}

/**
 * Returns the last quarter that the download has reached (0, 25, 50 or 75); 0 if `percent` is null. Progress is announced only at quarters.
 */
export const quarterOf = (percent: number | null): number =>
  Math.min(75, Math.floor((percent ?? 0) / 25) * 25);
