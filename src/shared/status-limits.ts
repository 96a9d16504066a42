// Limits of the status history and of the monitor.

/** Status history: days, incidents, and the minimum interval between database reads. */
export const STATUS_DAYS = 30;
export const STATUS_INCIDENTS_MAX = 20;
export const STATUS_HISTORY_READ_MS = 60_000;
/** The shared observation replaces an instance's own when it is newer by more than this. */
export const STATUS_OWN_STALE_MS = 5 * 60_000;
/** A post that keeps failing counts as one failure in this time, so that one dead link does not change a platform's status. */
export const STATUS_FAILED_POST_MS = 24 * 60 * 60_000;
/** Failed posts per hour that count from one network while other networks use the site. */
export const STATUS_NETWORK_FAILURES_MAX = 5;
/** Largest plausible difference between clocks of instances. A time further ahead comes from a wrong clock. */
export const CLOCK_SKEW_MAX_MS = 60 * 60_000;
/** Monitor: interval of its runs, and the time its lease lasts without renewal. */
export const MONITOR_INTERVAL_MS = 60_000;
export const MONITOR_LEASE_MS = 5 * 60_000;
/** Self-test interval of a platform, plus a random delay of up to the jitter: two or three runs an hour. */
export const SELF_TEST_INTERVAL_MS = 20 * 60_000;
export const SELF_TEST_JITTER_MS = 10 * 60_000;
/** Minimum time between the last self-test and one started by hand: at most four an hour. */
export const SELF_TEST_MIN_GAP_MS = 15 * 60_000;
/** An alert needs at least this many attempts over at least this time span, and looks back no further than ALERT_LOOK_BACK_MS. */
export const ALERT_TRIES_MIN = 6;
export const ALERT_SPAN_MS = 10 * 60_000;
export const ALERT_LOOK_BACK_MS = 6 * 60 * 60 * 1_000;
/** A platform has recovered when its success rate is this many percentage points above the alert threshold. */
export const ALERT_RECOVERY_PERCENT = 10;
/** First delay before an undelivered alert is sent again, doubled each time up to the maximum. */
export const ALERT_RETRY_MS = 60_000;
export const ALERT_RETRY_MAX_MS = 60 * 60 * 1_000;
export const ALERT_ATTEMPTS_MAX = 10;
/** Cache time of the rendered /status page. */
export const STATUS_PAGE_CACHE_MS = 30_000;
