import {
  ACCESS_STREAMS_MAX,
  ADMIN_STREAMS_PER_ACCOUNT,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
} from './live-limits.ts';

/** Kinds of event streams, each with limits of its own: open pages by network, panels and waiting accounts by account. */
export type LiveKind = 'public' | 'panel' | 'waiting';

export const LIVE_SLOTS: Readonly<Record<LiveKind, { readonly perKey: number; readonly total: number }>> = {
  public: { perKey: LIVE_STREAMS_PER_NETWORK_MAX, total: LIVE_STREAMS_MAX },
  panel: { perKey: ADMIN_STREAMS_PER_ACCOUNT, total: Number.POSITIVE_INFINITY },
  waiting: { perKey: ADMIN_STREAMS_PER_ACCOUNT, total: ACCESS_STREAMS_MAX },
};

/**
 * Counts the event streams of a site that has several workers, whose hubs count only their own. Null when a limit is reached; else the
 * function that gives the slot back.
 */
export interface LiveSlots {
  open(kind: LiveKind, key: string | null): Promise<(() => void) | null>;
}
