import { DOWNLOAD_RETRY_OFFER_MS, DOWNLOAD_STALLED_MS } from '#shared/limits.ts';
import type { SaveProgress } from '../../lib/save-set.ts';
import type { Hold } from '../../lib/save-transfer.ts';
import { addSample, type Sample, secondsLeft, speedOf } from './download-speed.ts';

export type Stall = 'none' | 'waiting' | 'long';

/** Why no byte is expected now; `lost` tries again at a moment (ms) that is so many whole seconds away, 0 for now. */
export type Held =
  | Exclude<Hold, { kind: 'lost' }>
  | { readonly kind: 'lost'; readonly until: number; readonly seconds: number; readonly busy: boolean };

interface Running {
  readonly held: Held | null;
  readonly stall: Stall;
}

export interface Preparing extends Running {
  readonly phase: 'preparing';
  readonly since: number;
}

export interface Downloading extends SaveProgress, Running {
  readonly phase: 'downloading';
  /** Bytes a second; null in the first second. */
  readonly speed: number | null;
  /** Seconds; null when unknown. */
  readonly timeLeft: number | null;
  /** Of the last seconds in which bytes came without a break. */
  readonly samples: readonly Sample[];
}

/** How far a set has come: what this page knows, and no more. */
export interface SetTally {
  readonly files: number;
  /** Files whose download the browser was asked to make; whether it did is not known. */
  readonly handed: number;
  /** Of these, files the browser fetches by itself: not even their bytes are known to have arrived. */
  readonly linked: number;
  /** Files written to the folder, and found whole there. */
  readonly written: number;
  /** The folder's name; null where files go to the browser. */
  readonly folder: string | null;
  /** ZIP files that hold what was handed over; 0 for separate files. */
  readonly zips: number;
  readonly failed: number;
}

/** One file, or one ZIP, with all of its bytes. */
export interface Saved {
  readonly phase: 'done';
  readonly filename: string;
  /** The bytes, kept for the share sheet. */
  readonly blob: Blob;
  /** `page` while the bytes are only in this page and the visitor still has to take them. */
  readonly place: 'device' | 'page';
}

/** All files were written to the visitor's folder. */
export interface Stored {
  readonly phase: 'stored';
  readonly tally: SetTally;
}

/** The browser has the rest of the work; the page hears nothing of it. */
export interface HandedOver {
  readonly phase: 'handed-over';
  /** Null for a single file. */
  readonly tally: SetTally | null;
  /** The one ZIP that holds all files, for the share sheet; null otherwise. */
  readonly zip: { readonly filename: string; readonly blob: Blob } | null;
}

/** The browser takes no more files before another press. */
export interface AwaitsPress {
  readonly phase: 'next';
  readonly tally: SetTally;
  /** Downloads that the press starts. */
  readonly count: number;
}

export interface Failed {
  readonly phase: 'failed';
  readonly message: string;
  readonly received: number;
  readonly total: number | null;
  /** Null for a single file. */
  readonly tally: SetTally | null;
}

/** The visitor cancelled a set of which some files had been delivered. */
interface Stopped {
  readonly phase: 'stopped';
  readonly tally: SetTally;
}

export type DownloadState =
  | { readonly phase: 'ready' }
  | Preparing
  | Downloading
  | AwaitsPress
  | Saved
  | Stored
  | { readonly phase: 'cancelled' }
  | Stopped
  | Failed
  | HandedOver
  | { readonly phase: 'opened' }
  | { readonly phase: 'blocked'; readonly url: string };

/** What a try can end in. */
export type EndState = Exclude<DownloadState, { phase: 'ready' | 'preparing' | 'downloading' }>;

export type DownloadEvent =
  | { readonly type: 'started'; readonly at: number }
  | { readonly type: 'progressed'; readonly at: number; readonly progress: SaveProgress }
  | { readonly type: 'held'; readonly at: number; readonly hold: Hold | null }
  | { readonly type: 'ticked'; readonly at: number }
  | { readonly type: 'ended'; readonly state: EndState }
  | { readonly type: 'dismissed' };

export const READY: DownloadState = { phase: 'ready' };

/** Whether bytes may still arrive, be it after a pause. */
export const isRunning = (state: DownloadState): state is Preparing | Downloading =>
  state.phase === 'preparing' || state.phase === 'downloading';

/** Whether more of the order is to come, be it after a press. */
export const isOpen = (state: DownloadState): state is Preparing | Downloading | AwaitsPress =>
  isRunning(state) || state.phase === 'next';

const stallAfter = (idleMs: number): Stall =>
  idleMs >= DOWNLOAD_RETRY_OFFER_MS ? 'long' : idleMs >= DOWNLOAD_STALLED_MS ? 'waiting' : 'none';

function progressed(state: DownloadState, at: number, progress: SaveProgress): DownloadState {
  // Across a break there is no speed.
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
  // One sample, so that the silence from now on is told from it.
  const samples = [{ at, received: state.received }];
  return { ...state, ...common, samples, speed: null, timeLeft: null };
}

/** The last moment at which something was heard, or is only now due. */
const lastSign = (state: Preparing | Downloading, at: number): number =>
  Math.max(
    state.phase === 'preparing' ? state.since : (state.samples.at(-1)?.at ?? at),
    state.held?.kind === 'lost' ? state.held.until : 0,
  );

function ticked(state: DownloadState, at: number): DownloadState {
  if (!isRunning(state) || state.held?.kind === 'paused' || state.held?.kind === 'offline') return state;
  const held = state.held === null ? null : lostUntil(state.held.until, at, state.held.busy);
  const stall = stallAfter(at - lastSign(state, at));
  const isSame = stall === state.stall && held?.seconds === state.held?.seconds;
  return isSame ? state : { ...state, held, stall };
}

/** The next state of a download. What arrives after its end, from a transfer that was stopped, changes nothing. */
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

/** Whole percent that arrived, never 100 before the last byte; null while the total is unknown. */
export function percentOf({ received, total }: Pick<SaveProgress, 'received' | 'total'>): number | null {
  if (total === null || total <= 0) return null;
  return Math.min(received >= total ? 100 : 99, Math.floor((received / total) * 100));
}

/** The quarter (0, 25, 50, 75) reached: progress is read out at these only (brief section 6). */
export const quarterOf = (percent: number | null): number =>
  Math.min(75, Math.floor((percent ?? 0) / 25) * 25);
