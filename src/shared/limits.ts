// Limits, timeouts and sizes of the product, with the unit in the name.

export const CAPTION_MAX_CHARACTERS = 150;
export const SIZE_DECIMALS = 2;
/** Estimate of an unknown file size, multiplied by a random factor between the two below; shown as "about 5 MB". */
export const ESTIMATED_SIZE_BYTES = 5 * 1024 * 1024;
export const ESTIMATE_FACTOR_MIN = 0.75;
export const ESTIMATE_FACTOR_MAX = 1.25;
/** Size above which a file may be slow; named in the FAQ and shown next to a large file. */
export const LARGE_FILE_BYTES = 100 * 1024 * 1024;
/** Files above this size use the browser's own download instead of being held in memory. */
export const BLOB_MAX_BYTES = 200 * 1024 * 1024;
export const OBJECT_URL_RELEASE_MS = 1_000;
/** Chromium starts ten downloads of a page within a second and drops further ones without an error. */
export const DOWNLOADS_PER_PRESS = 10;
/** Window in which at most ten downloads start; longer than Chromium's one second. */
export const DOWNLOAD_BURST_WINDOW_MS = 1_200;
/** A set stops after this many failed files in a row: the network or the server is then the likely cause, not one file. */
export const CONSECUTIVE_FAILED_FILES_MAX = 2;

export const TOAST_DEFAULT_MS = 4_000;
export const TOAST_SUCCESS_MS = 2_000;
export const TOAST_MAX_SHOWN = 20;
export const ADMIN_TOAST_DEFAULT_MS = 4_000;
export const ADMIN_TOAST_SUCCESS_MS = 3_000;
export const ADMIN_TOAST_ERROR_MS = 5_000;

export const PLAYER_CONTROLS_HIDE_MS = 3_000;

/** Simulated progress, used only for direct delivery. */
export const SIMULATED_PROGRESS_START_PERCENT = 10;
export const SIMULATED_PROGRESS_MIN_PERCENT = 70;
export const SIMULATED_PROGRESS_MAX_PERCENT = 90;
export const SIMULATED_PROGRESS_STEP_MS = 500;
export const SIMULATED_PROGRESS_END_MS = 2_000;

export const LOGO_MAX_BYTES = 5_242_880;
export const PASSWORD_MIN_CHARACTERS = 6;
export const SAVING_STATE_MIN_MS = 400;
export const CONTENT_SAVED_VISIBLE_MS = 3_000;
export const ADMIN_SIDEBAR_BREAKPOINT_PX = 1_024;
export const STORY_LIFETIME_HOURS = 24;

/** Length of the longest accepted link, in UTF-16 code units. */
export const LINK_MAX_CHARACTERS = 2_048;
/** Pasted text is cut to this length before it is searched for a link; share sheets paste whole sentences. */
export const PASTED_TEXT_MAX_CHARACTERS = 8_192;
export const REQUEST_BODY_MAX_BYTES = 16 * 1024;
export const FILENAME_MAX_CHARACTERS = 150;

export const PREVIEW_CACHE_MS = 5 * 60 * 1_000;
/** Lifetime of a media link, whatever its purpose. */
export const TICKET_LIFETIME_MS = 6 * 60 * 60 * 1_000;
/** Length limit of a ticket, also set as the router's limit on a path segment; a ticket carries a whole signed upstream address. */
export const TICKET_MAX_CHARACTERS = 8_192;

/** Time limit of one engine, and of the whole engine chain. */
export const ENGINE_TIMEOUT_MS = 12_000;
export const PREVIEW_TIMEOUT_MS = 30_000;
/** Minimum time an engine run needs. A request that leaves the queue with less time left does not start. */
export const ENGINE_RUN_MIN_MS = 3_000;

/**
 * The circuit of an engine on one platform opens after BREAKER_FAULTS different posts failed within BREAKER_FAULTS_MS, or half of
 * the last BREAKER_WINDOW_RUNS did, requested from more than one network (src/server/preview/fault-evidence.ts). An open circuit
 * is probed every BREAKER_PROBE_MS.
 */
export const BREAKER_FAULTS = 5;
export const BREAKER_FAULTS_MS = 30_000;
export const BREAKER_WINDOW_RUNS = 10;
export const BREAKER_PROBE_MS = 30_000;
/** The site counts as used by a single network when no other network requested a post for this long. */
export const NETWORKS_SEEN_MS = 60 * 60 * 1_000;
/** Cache time of a failed preview; the longer time is for terminal failures (private, gone). */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;
/** Longest pause of an engine after an upstream Retry-After; a longer one belongs to a quota, or is a mistake. */
export const RATE_LIMIT_PAUSE_MAX_MS = 15 * 60 * 1_000;
/** Number of an engine's recent failures the panel lists. */
export const ENGINE_FAILURES_MAX = 20;
/** Time limit for verifying a file's size, so that it does not delay the preview. */
export const SIZE_PROOF_TIMEOUT_MS = 2_500;
/** Longer delivery addresses (with their cookies) would not fit a ticket; the platforms' own stay under 2,000. */
export const UPSTREAM_ADDRESS_MAX_CHARACTERS = 4_096;
export const POST_ITEMS_MAX = 60;
export const QUALITIES_PER_ITEM_MAX = 24;

/** After these times the form shows that a preview is slow, and offers to cancel it. */
export const LOADING_SLOW_MS = 6_000;
export const LOADING_CANCEL_MS = 15_000;

/** `GET /api/status` uses at most this many outcomes of each kind, none older than STATUS_RECENT_MS; the last STATUS_WINDOW_OUTCOMES decide the state. */
export const STATUS_OUTCOMES_MAX = 50;
export const STATUS_RECENT_MS = 60 * 60 * 1_000;
export const STATUS_WINDOW_OUTCOMES = 10;
/** Failures needed before a status counts as failing: a single one may concern only its post. */
export const STATUS_FAILURES_MIN = 2;
export const STATUS_SLOW_PREVIEW_MS = 6_000;
export const STATUS_SLOW_FIRST_BYTE_MS = 3_000;

/** Times without a byte after which the download panel reports a stall, and offers a retry. */
export const DOWNLOAD_STALLED_MS = 5_000;
export const DOWNLOAD_RETRY_OFFER_MS = 30_000;
/**
 * Waits before each retry of a dropped download, counted from its last new byte; after the last one the download fails.
 * A Retry-After of the server extends a wait, up to DOWNLOAD_RETRY_AFTER_MAX_MS.
 */
export const DOWNLOAD_RETRY_DELAYS_MS: readonly number[] = [500, 1_000, 3_000, 5_000, 10_000];
export const DOWNLOAD_RETRY_AFTER_MAX_MS = 60_000;
/** Time "Saved to your device" stays visible before the button returns. */
export const DOWNLOAD_DONE_VISIBLE_MS = 8_000;

/** Open live streams per process. Further requests get 503, and those pages poll the settings instead. */
export const LIVE_STREAMS_MAX = 5_000;
/** Open live streams per network: enough for a school behind one address, too few for a flood. */
export const LIVE_STREAMS_PER_NETWORK_MAX = 64;
export const LIVE_FULL_RETRY_SECONDS = 60;
/** Shorter than the minute after which proxies give up on a silent answer. */
export const LIVE_HEARTBEAT_MS = 25_000;
/** Range of the reconnect delay sent to browsers; random, so that they do not all reconnect at the same moment. */
export const LIVE_RETRY_MIN_MS = 2_000;
export const LIVE_RETRY_MAX_MS = 5_000;
/** A stream with this many unread bytes is closed as stuck; its browser reconnects by itself. */
export const LIVE_UNREAD_MAX_BYTES = 16 * 1024;
/** Streams written to before the event loop runs other work; a larger batch would delay downloads noticeably. */
export const LIVE_WRITES_CONCURRENCY = 100;
/** Time unread data has to be sent when the server stops. */
export const LIVE_CLOSE_GRACE_MS = 500;

/** Retry-After of a 503 during maintenance; open pages poll at the same interval. */
export const MAINTENANCE_RETRY_SECONDS = 60;

/** Time the install row stays hidden after "Not now". */
export const INSTALL_PROMPT_PAUSE_MS = 90 * 24 * 60 * 60 * 1_000;
/** The install row shows from this many saved downloads on. */
export const INSTALL_PROMPT_MIN_DOWNLOADS = 2;

/**
 * Interval at which a page without a live stream polls the settings, shortened by a random share of up to LIVE_POLL_SPREAD.
 * A change then arrives within a minute even where browsers run the timers of hidden pages only once a minute.
 */
export const LIVE_POLL_MS = 45_000;
export const LIVE_POLL_SPREAD = 0.25;
/** First delay before a refused live stream is reopened, doubled each time up to the maximum. */
export const LIVE_REOPEN_FIRST_MS = 2_000;
export const LIVE_REOPEN_MAX_MS = 60_000;
/** A live stream without a first event within this time counts as down: some proxies buffer streams. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/** A hidden tab that does not hold the stream for other tabs closes its own after this time: browsers open only six connections to an HTTP/1.1 origin. */
export const LIVE_HIDDEN_CLOSE_MS = 10_000;
export const SITE_ANSWER_TIMEOUT_MS = 10_000;

/** While the status card is visible: interval of its requests, and of updates to the "Checked … ago" text. */
export const STATUS_POLL_MS = 60_000;
export const STATUS_TICK_MS = 10_000;

/** A longer password would only make hashing slower. */
export const PASSWORD_MAX_CHARACTERS = 256;
export const ACCOUNT_NAME_MAX_CHARACTERS = 80;

/** Limits of the owner's HTML: length as sent, size after sanitising, and nesting depth. */
export const CONTENT_MAX_CHARACTERS = 256 * 1024;
export const CONTENT_CLEAN_MAX_BYTES = 200 * 1024;
export const CONTENT_MAX_DEPTH = 100;
/** Body limit of a save as JSON: the longest content at three bytes per character, and the other settings. */
export const SETTINGS_BODY_MAX_BYTES = 1024 * 1024;
/** Interval at which the browser stores the unsaved draft. */
export const CONTENT_DRAFT_MS = 2_000;

/** Restorable revisions: the last ones of all settings, and also the last ones that changed the content. */
export const REVISIONS_MAX = 20;

/** Time limit of a write's wait in the queue, of its wait for a database lock, and of a statement. */
export const DATABASE_BUSY_MAX_MS = 5_000;
/** First and longest delay between retries on a locked SQLite file. */
export const DATABASE_RETRY_MIN_MS = 5;
export const DATABASE_RETRY_MAX_MS = 50;
export const DATABASE_CONNECTIONS_MAX = 10;
/** Time limit for getting a PostgreSQL connection, free or new. */
export const DATABASE_ACQUIRE_MS = 2_000;
/** Time beyond the server-side statement timeout after which the database counts as unreachable. */
export const DATABASE_ANSWER_GRACE_MS = 1_000;
/** Attempts of a write that PostgreSQL aborted because of a conflict with another transaction. */
export const DATABASE_WRITE_ATTEMPTS = 3;
/** Retry-After of a request that failed because the database was busy or unreachable. */
export const UNAVAILABLE_RETRY_SECONDS = 5;
/** A disk with less than this left counts as full: a save with a logo must fit. */
export const DATABASE_FREE_MIN_BYTES = 1024 * 1024;
/** Time a starting server waits for an unreachable PostgreSQL server, and the delay between attempts. */
export const DATABASE_START_WAIT_MS = 60 * 1_000;
export const DATABASE_START_RETRY_MS = 1_000;
export const DATABASE_MIGRATION_MAX_MS = 10 * 60 * 1_000;

/** Counters: interval of writes, retention, and the number of days the overview shows. */
export const COUNTS_FLUSH_MS = 15_000;
export const COUNTS_RETENTION_DAYS = 90;
export const OVERVIEW_DAYS = 30;

/** Header links: the maximum in total, and the maximum visible. */
export const NAVBAR_LINKS_MAX = 8;
export const NAVBAR_LINKS_SHOWN_MAX = 6;
export const NAVBAR_LABEL_MAX_CHARACTERS = 24;
export const NAVBAR_BUTTON_LABEL_MAX_CHARACTERS = 16;
/** Time an undo notice is shown. */
export const UNDO_VISIBLE_MS = 6_000;

/** Idle timeout and maximum age of a session, and how often at most a request extends it. */
export const SESSION_IDLE_MS = 60 * 60 * 1_000;
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
export const SESSION_TOUCH_MS = 60 * 1_000;
/** When an account has more sessions, its oldest ones end. */
export const SESSIONS_PER_ACCOUNT_MAX = 10;
/** Time a browser stays known to an account. Failed sign-ins from other browsers do not use up its attempts. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1_000;

/** Argon2id memory as recommended by OWASP for one pass and one lane. */
export const PASSWORD_HASH_MEMORY_KIB = 47_104;
export const PASSWORD_HASHES_CONCURRENCY = 2;
/** Hashes reserved for known browsers and open sessions of owners and administrators. */
export const PASSWORD_HASHES_RESERVED = 1;
/** Queued hashes of each kind (reserved, other); further ones are rejected. */
export const PASSWORD_HASHES_QUEUED_MAX = 20;
/** A refused sign-in takes at least this long, whatever the reason. */
export const SIGN_IN_FAILURE_MIN_MS = 500;
/** Responses per hour that reveal whether an email address has an account: per network, and in total. */
export const EXACT_ANSWERS_PER_HOUR = 3;
export const EXACT_ANSWERS_TOTAL_PER_HOUR = 30;
/** Accounts waiting for approval. Beyond the maximum, accounts older than the retention are removed, then accounts from the hour with the most sign-ups. */
export const ACCOUNTS_WAITING_MAX = 200;
export const ACCOUNT_WAITING_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
/** Open live streams of the panel per account. */
export const ADMIN_STREAMS_PER_ACCOUNT = 10;

/** Interval at which instances that share a database poll for new settings, and its maximum after repeated faults. */
export const SETTINGS_POLL_MS = 1_000;
export const SETTINGS_POLL_MAX_MS = 4_000;

/** Activity log: entries per page, entries stored, and characters stored of each value. */
export const ACTIVITY_PAGE_ENTRIES = 50;
export const ACTIVITY_ENTRIES_MAX = 5_000;
export const ACTIVITY_TEXT_MAX_CHARACTERS = 200;

/** Uploaded logos that no revision uses: the number retained, and for how long. */
export const LOGO_UNUSED_MAX = 20;
export const LOGO_UNUSED_RETENTION_MS = 24 * 60 * 60 * 1_000;
/** Longer side of a stored logo, and of its thumbnail embedded in pages. */
export const LOGO_EDGE_MAX_PX = 1_024;
export const LOGO_SMALL_EDGE_PX = 256;
export const LOGO_DATA_URL_MAX_CHARACTERS = 64 * 1024;
/**
 * Pixel limits of an uploaded picture by the memory its decoder needs: a few lines (JPEG, PNG, WebP), the whole picture
 * (progressive ones, GIF), or several copies of it (AVIF). Each limit amounts to about 120 MB.
 */
export const LOGO_MAX_PIXELS = { inLines: 25_000_000, whole: 16_000_000, avif: 6_000_000 } as const;
/** Time limit for decoding a picture, and for the process that does it. */
export const LOGO_TIMEOUT_MS = 5_000;
export const LOGO_PROCESS_MAX_MS = 10_000;
/** Time an upload may wait in the queue. */
export const LOGO_QUEUE_MS = 10_000;
/** Memory limit at which the logo process kills itself, and the interval of its check. */
export const LOGO_MEMORY_MAX_BYTES = 400 * 1024 * 1024;
export const LOGO_MEMORY_CHECK_MS = 20;

/** Interval at which the page of a waiting account polls for approval; such an account has no live stream. */
export const APPROVAL_POLL_MS = 5_000;

/** Self-test posts per platform, and the default success rate in percent below which an alert is sent. */
export const CANARIES_PER_PLATFORM_MAX = 5;
export const ALERT_BELOW_PERCENT = 50;
/** Saves of the engine settings whose author and time are stored. */
export const ENGINE_REVISIONS_MAX = 20;
/** Interval at which the panel polls engine health while it shows it. */
export const ENGINE_HEALTH_POLL_MS = 10_000;
/** Time limit of a link test in the panel, which may try every engine in turn. */
export const TRY_LINK_TIMEOUT_MS = 150_000;
