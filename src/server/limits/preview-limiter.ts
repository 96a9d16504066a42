import type { NetworkAllowance } from '../base/config/config.ts';
import { blockKeyOf } from './network-key.ts';
import { BLOCK_SHARE } from './network-of.ts';
import type { EventWindows, RateWindow, WindowState } from './sliding-windows.ts';

/** Whether a preview may start. `states` describe the windows for the RateLimit headers. */
export type PreviewAdmission =
  | {
      readonly ok: true;
      readonly states: readonly WindowState[];
      /** Ends the preview, which no longer counts as in flight; further calls do nothing. */
      readonly release: () => void;
    }
  | { readonly ok: false; readonly states: readonly WindowState[]; readonly retryAfter: number };

/** Limits previews by key: a budget and a visitor network. */
export interface PreviewLimiter {
  start(key: string): Promise<PreviewAdmission>;
}

type PreviewAllowance = Pick<
  NetworkAllowance,
  'previewsPerMinute' | 'previewsPerHour' | 'maxConcurrentPreviews'
>;

/** A preview ends within seconds, so that another one may start. */
const IN_FLIGHT_RETRY_SECONDS = 3;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * Creates a limiter of previews with a sliding minute, a sliding hour and a maximum number in flight, which each instance counts by itself.
 */
export const createPreviewLimiter = (
  { previewsPerMinute, previewsPerHour, maxConcurrentPreviews }: PreviewAllowance,
  createWindows: (windows: readonly RateWindow[]) => EventWindows,
): PreviewLimiter => {
  const windows = createWindows([
    { name: 'minute', limit: previewsPerMinute, seconds: MINUTE_SECONDS },
    { name: 'hour', limit: previewsPerHour, seconds: HOUR_SECONDS },
  ]);
  const inFlight = new Map<string, number>();
  const change = (key: string, by: 1 | -1): void => {
    const count = (inFlight.get(key) ?? 0) + by;
    if (count === 0) inFlight.delete(key);
    else inFlight.set(key, count);
  };
  const isFull = (key: string, most: number): boolean => (inFlight.get(key) ?? 0) >= most;
  return {
    async start(key) {
      const block = blockKeyOf(key);
      if (isFull(key, maxConcurrentPreviews) || isFull(block, maxConcurrentPreviews * BLOCK_SHARE))
        return { ok: false, states: [], retryAfter: IN_FLIGHT_RETRY_SECONDS };
      const keys = new Set([key, block]);
      for (const one of keys) change(one, 1);
      let released = false;
      const release = (): void => {
        if (released) return;
        released = true;
        for (const one of keys) change(one, -1);
      };
      const { ok, states, retryAfter } = await windows.take(key);
      if (ok) return { ok, states, release };
      release();
      return { ok, states, retryAfter };
    },
  };
};
