// Times of the live connections of the public page and the panel.

/** A live stream without its greeting within this time counts as down: some proxies hold streams back. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/**
 * Interval at which a page without a live stream polls, shortened by a random share of up to LIVE_POLL_SPREAD.
 * A change then arrives within a minute even where browsers run the timers of hidden pages only once a minute.
 */
export const LIVE_POLL_MS = 45_000;
export const LIVE_POLL_SPREAD = 0.25;
/** First delay before a refused live stream is reopened, doubled each time up to the maximum. */
export const LIVE_REOPEN_FIRST_MS = 2_000;
export const LIVE_REOPEN_MAX_MS = 60_000;
