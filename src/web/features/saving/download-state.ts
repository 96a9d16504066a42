import { DOWNLOAD_RETRY_OFFER_MS, DOWNLOAD_STALLED_MS } from '#shared/limits.ts';
import type { SaveProgress } from '../../lib/save-set.ts';
import { addSample, type Sample, secondsLeft, speedOf } from './download-speed.ts';

export type Stall = 'none' | 'waiting' | 'long';

export interface Downloading extends SaveProgress {
  readonly phase: 'downloading';
  /** Bytes a second; null in the first second. */
  readonly speed: number | null;
  /** Seconds; null when unknown. */
  readonly timeLeft: number | null;
  readonly stall: Stall;
  readonly samples: readonly Sample[];
}

export interface Saved {
  readonly phase: 'done';
  readonly filename: string;
  readonly files: number;
  /** The bytes, kept for the share sheet; null for several separate files. */
  readonly blob: Blob | null;
  /** `page` while the bytes are only in this page and the visitor still has to take them. */
  readonly place: 'device' | 'page';
}

export interface Failed {
  readonly phase: 'failed';
  readonly message: string;
  readonly received: number;
  readonly total: number | null;
  /** Files of a set that were saved before it failed. */
  readonly finished: number;
}

export type DownloadState =
  | { readonly phase: 'ready' }
  | {
      readonly phase: 'preparing';
      readonly since: number;
      readonly stall: Stall;
      /** Files an earlier try saved already. */
      readonly finished: number;
    }
  | Downloading
  | Saved
  | { readonly phase: 'cancelled' }
  | Failed
  | { readonly phase: 'handed-over'; readonly files: number }
  | { readonly phase: 'opened' }
  | { readonly phase: 'blocked'; readonly url: string };

export type DownloadEvent =
  | { readonly type: 'started'; readonly at: number; readonly finished: number }
  | { readonly type: 'progressed'; readonly at: number; readonly progress: SaveProgress }
  | { readonly type: 'ticked'; readonly at: number }
  | {
      readonly type: 'ended';
      readonly state: Exclude<DownloadState, { phase: 'ready' | 'preparing' | 'downloading' }>;
    }
  | { readonly type: 'dismissed' };

export const READY: DownloadState = { phase: 'ready' };

/** Whether bytes may still be arriving. */
export const isRunning = (state: DownloadState): boolean =>
  state.phase === 'preparing' || state.phase === 'downloading';

const stallAfter = (idleMs: number): Stall =>
  idleMs >= DOWNLOAD_RETRY_OFFER_MS ? 'long' : idleMs >= DOWNLOAD_STALLED_MS ? 'waiting' : 'none';

function progressed(state: DownloadState, at: number, progress: SaveProgress): DownloadState {
  const samples = addSample(state.phase === 'downloading' ? state.samples : [], {
    at,
    received: progress.received,
  });
  const speed = speedOf(samples);
  const timeLeft = secondsLeft(progress.received, progress.total, speed);
  return { phase: 'downloading', ...progress, samples, speed, timeLeft, stall: 'none' };
}

function ticked(state: DownloadState, at: number): DownloadState {
  if (state.phase === 'preparing') return { ...state, stall: stallAfter(at - state.since) };
  if (state.phase !== 'downloading') return state;
  const stall = stallAfter(at - (state.samples.at(-1)?.at ?? at));
  return stall === state.stall ? state : { ...state, stall };
}

/** The next state of a download. What arrives after its end, from a transfer that was stopped, changes nothing. */
export function reduceDownload(state: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.type) {
    case 'started':
      return { phase: 'preparing', since: event.at, stall: 'none', finished: event.finished };
    case 'progressed':
      return isRunning(state) ? progressed(state, event.at, event.progress) : state;
    case 'ticked':
      return ticked(state, event.at);
    case 'ended':
      return isRunning(state) ? event.state : state;
    case 'dismissed':
      return isRunning(state) ? state : READY;
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
