// Numbers of the status's past and of the watch, beside limits.ts.

/** What the status says of the past: so many days and incidents, read from the database at most this often. */
export const STATUS_DAYS = 30;
export const STATUS_INCIDENTS_MAX = 20;
export const STATUS_HISTORY_READ_MS = 60_000;
/** An instance's own word of now gives way to that of all when theirs is newer by more than this. */
export const STATUS_OWN_STALE_MS = 5 * 60_000;
/** A post that keeps failing counts as one failure in so long: one dead link must not turn a platform's status. */
export const STATUS_FAILED_POST_MS = 24 * 60 * 60_000;
/** Failures of so many posts an hour count of one network where there are others. */
export const STATUS_NETWORK_FAILURES_MAX = 5;
/** The clocks of instances differ by less than this; what is further ahead was written by one that was wrong. */
export const CLOCK_SKEW_MAX_MS = 60 * 60_000;
/** The watch: how often it looks around, and how long the instance that has it keeps it without a sign of life. */
export const MONITOR_INTERVAL_MS = 60_000;
export const MONITOR_LEASE_MS = 5 * 60_000;
/** A platform is tried with one of the owner's posts this often, and up to so much later: two or three times an hour. */
export const SELF_TEST_INTERVAL_MS = 20 * 60_000;
export const SELF_TEST_JITTER_MS = 10 * 60_000;
/** By hand no sooner than this after the last try, by whomever: four an hour at most. */
export const SELF_TEST_MIN_GAP_MS = 15 * 60_000;
/** An alert looks at so many tries at least, of so much time at least, and of no more than the third. */
export const ALERT_TRIES_MIN = 6;
export const ALERT_SPAN_MS = 10 * 60_000;
export const ALERT_LOOK_BACK_MS = 6 * 60 * 60 * 1_000;
/** A platform has recovered when it is this many percent above the share under which it failed. */
export const ALERT_RECOVERY_PERCENT = 10;
/** An alert that cannot be delivered is tried again after the first wait, then twice that, up to the second. */
export const ALERT_RETRY_MS = 60_000;
export const ALERT_RETRY_MAX_MS = 60 * 60 * 1_000;
export const ALERT_ATTEMPTS_MAX = 10;
/** How long the /status page is kept as it was written. */
export const STATUS_PAGE_CACHE_MS = 30_000;
