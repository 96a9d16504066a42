import type { Config } from '../base/config/config.ts';
import { createSlots } from './slots.ts';
import type { CreateWindows, WindowState } from './windows.ts';

/** Whether a preview may start. `states` describe the windows for the RateLimit headers. */
export type PreviewAdmission =
  | {
      readonly ok: true;
      readonly states: readonly WindowState[];
      /** Ends the preview, which no longer counts as in flight; further calls do nothing. */
      readonly release: () => void;
    }
  | { readonly ok: false; readonly states: readonly WindowState[]; readonly retryAfter: number };

/** Limits previews by key: a budget and a visitor network (`limitKeyOf`). */
export interface PreviewLimiter {
  start(key: string): Promise<PreviewAdmission>;
}

type PreviewAllowance = Pick<
  Config['allowance'],
  'previewsPerMinute' | 'previewsPerHour' | 'maxConcurrentPreviews'
>;

/** A preview ends within seconds, so that another one may start. */
const IN_FLIGHT_RETRY_SECONDS = 3;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * Creates a limiter of previews per minute, per hour and at the same time. `createWindows` counts the first two, possibly for all
 * instances; each instance counts its previews in flight alone.
 */
export const createPreviewLimiter = (
  { previewsPerMinute, previewsPerHour, maxConcurrentPreviews }: PreviewAllowance,
  createWindows: CreateWindows,
): PreviewLimiter => {
  const windows = createWindows('previews', [
    { name: 'minute', limit: previewsPerMinute, seconds: MINUTE_SECONDS },
    { name: 'hour', limit: previewsPerHour, seconds: HOUR_SECONDS },
  ]);
  const inFlight = createSlots({ perNetwork: maxConcurrentPreviews });
  return {
    async start(key) {
      const slot = inFlight.open(key);
      if (slot === null) return { ok: false, states: [], retryAfter: IN_FLIGHT_RETRY_SECONDS };
      const { ok, states, retryAfter } = await windows.take(key);
      if (ok) return { ok, states, release: slot.release };
      slot.release();
      return { ok, states, retryAfter };
    },
  };
};
