/** Every number the product promises or refuses by, with its unit in the name. Specification section 9 unless said otherwise. */

export const CAPTION_MAX_CHARACTERS = 150;
export const SIZE_DECIMALS = 2;
/** A missing size is "about 5 MB"; the specification's random factor is kept as a range, never shown as a fact. */
export const ESTIMATED_SIZE_BYTES = 5 * 1024 * 1024;
export const ESTIMATE_FACTOR_MIN = 0.75;
export const ESTIMATE_FACTOR_MAX = 1.25;
/** The FAQ and the note beside a large file. */
export const LARGE_FILE_BYTES = 100 * 1024 * 1024;
/** Above this a save is handed to the browser's own download instead of being held in memory. */
export const BLOB_MAX_BYTES = 200 * 1024 * 1024;
export const OBJECT_URL_RELEASE_MS = 1_000;
/** Chromium starts ten downloads of a page within a second and drops further ones without an error. */
export const DOWNLOADS_PER_PRESS = 10;
/** Longer than that second: no ten downloads and one more ever start within it. */
export const DOWNLOAD_BURST_WINDOW_MS = 1_200;
/** One file that fails may be missing; after this many in a row the network or the server is the likelier cause. */
export const CONSECUTIVE_FAILED_FILES_MAX = 2;

export const TOAST_DEFAULT_MS = 4_000;
export const TOAST_SUCCESS_MS = 2_000;
export const TOAST_MAX_SHOWN = 20;
export const ADMIN_TOAST_DEFAULT_MS = 4_000;
export const ADMIN_TOAST_SUCCESS_MS = 3_000;
export const ADMIN_TOAST_ERROR_MS = 5_000;

export const PLAYER_CONTROLS_HIDE_MS = 3_000;

/** The specification's simulated progress, used only where the owner chose direct delivery. */
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

/** Longest link accepted, in UTF-16 code units; one more is a bad link. */
export const LINK_MAX_CHARACTERS = 2_048;
/** Text pasted around a link (share sheets paste sentences) is cut before it is searched. */
export const PASTED_TEXT_MAX_CHARACTERS = 8_192;
export const REQUEST_BODY_MAX_BYTES = 16 * 1024;
export const FILENAME_MAX_CHARACTERS = 150;

export const PREVIEW_CACHE_MS = 5 * 60 * 1_000;
/** How long a media link works, whatever its purpose. */
export const TICKET_LIFETIME_MS = 6 * 60 * 60 * 1_000;
/** The router's own limit on one path segment; tickets carry a whole signed upstream address. */
export const TICKET_MAX_CHARACTERS = 8_192;

/** How long one engine may take, and the whole chain. */
export const ENGINE_TIMEOUT_MS = 12_000;
export const PREVIEW_TIMEOUT_MS = 30_000;
/** Who has waited for a turn still gets this long to read the post; there is no use in beginning later. */
export const ENGINE_RUN_MIN_MS = 3_000;

/**
 * The circuit of an engine on one platform opens after faults of so many different posts within the time, or of half of the last
 * posts, seen by more than one network (src/server/preview/fault-evidence.ts); so often it is probed.
 */
export const BREAKER_FAULTS = 5;
export const BREAKER_FAULTS_MS = 30_000;
export const BREAKER_WINDOW_RUNS = 10;
export const BREAKER_PROBE_MS = 30_000;
/** A site counts as one network's when no other asked for a post in this time. */
export const NETWORKS_SEEN_MS = 60 * 60 * 1_000;
/** How long a failed preview is answered from memory; the longer time is for posts that are certainly private or gone. */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;
/** How long an engine that named a time is left alone at most; a longer one is a quota's, or a mistake. */
export const RATE_LIMIT_PAUSE_MAX_MS = 15 * 60 * 1_000;
/** Failures of an engine the owner is shown. */
export const ENGINE_FAILURES_MAX = 20;
/** Proving a size must not hold up the preview. */
export const SIZE_PROOF_TIMEOUT_MS = 2_500;
/** Longer delivery addresses (with their cookies) would not fit a ticket; the platforms' own stay under 2,000. */
export const UPSTREAM_ADDRESS_MAX_CHARACTERS = 4_096;
export const POST_ITEMS_MAX = 60;
export const QUALITIES_PER_ITEM_MAX = 24;

/** While a preview loads, the form says so again after the first and offers to cancel after the second. */
export const LOADING_SLOW_MS = 6_000;
export const LOADING_CANCEL_MS = 15_000;

/** What `GET /api/status` is told from: so many outcomes of each kind, none older; the last of them decide the state. */
export const STATUS_OUTCOMES_MAX = 50;
export const STATUS_RECENT_MS = 60 * 60 * 1_000;
export const STATUS_WINDOW_OUTCOMES = 10;
/** One failure alone says nothing: it may have been that post's. */
export const STATUS_FAILURES_MIN = 2;
export const STATUS_SLOW_PREVIEW_MS = 6_000;
export const STATUS_SLOW_FIRST_BYTE_MS = 3_000;

/** How long no byte may arrive before the download panel says so, and before it offers another try. */
export const DOWNLOAD_STALLED_MS = 5_000;
export const DOWNLOAD_RETRY_OFFER_MS = 30_000;
/**
 * Waits before a dropped download is taken up again, counted from its last new byte; after the last it has failed. The
 * server may ask for more, up to a minute.
 */
export const DOWNLOAD_RETRY_DELAYS_MS: readonly number[] = [500, 1_000, 3_000, 5_000, 10_000];
export const DOWNLOAD_RETRY_AFTER_MAX_MS = 60_000;
/** How long "Saved to your device" stays before the button returns. */
export const DOWNLOAD_DONE_VISIBLE_MS = 8_000;

/** Open live streams of one process; who comes after gets 503 and asks for the settings now and then instead. */
export const LIVE_STREAMS_MAX = 5_000;
/** The same for one network address: a school behind one is many people, one person with more is an attack. */
export const LIVE_STREAMS_PER_NETWORK_MAX = 64;
export const LIVE_FULL_RETRY_SECONDS = 60;
/** Shorter than the minute after which proxies give up on a silent answer. */
export const LIVE_HEARTBEAT_MS = 25_000;
/** A browser that lost its stream waits this long; each is told another time, so that they do not come back all at once. */
export const LIVE_RETRY_MIN_MS = 2_000;
export const LIVE_RETRY_MAX_MS = 5_000;
/** A reader with this much unread is gone or stuck; its browser comes back by itself. */
export const LIVE_UNREAD_MAX_BYTES = 16 * 1024;
/** Streams written to before others get their turn; more at once would be felt as a pause. */
export const LIVE_WRITES_CONCURRENCY = 100;
/** What is still unread when the server stops gets this long. */
export const LIVE_CLOSE_GRACE_MS = 500;

/** What a 503 during maintenance names as Retry-After; open pages ask as often by themselves. */
export const MAINTENANCE_RETRY_SECONDS = 60;

/** How long a "Not now" to the install row holds. */
export const INSTALL_PROMPT_PAUSE_MS = 90 * 24 * 60 * 60 * 1_000;
/** The install row shows from this many saved downloads on. */
export const INSTALL_PROMPT_MIN_DOWNLOADS = 2;

/**
 * While no live stream is up a page asks for the settings this often, earlier by up to the share below it. With the answer's
 * own time within a minute, also where a browser lets timers of hidden pages run only once a minute.
 */
export const LIVE_POLL_MS = 45_000;
export const LIVE_POLL_SPREAD = 0.25;
/** A live stream the server refused is opened again after the first, then twice as long each time up to the second. */
export const LIVE_REOPEN_FIRST_MS = 2_000;
export const LIVE_REOPEN_MAX_MS = 60_000;
/** A live stream that has not said its first word by then counts as down: some proxies hold streams back. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/** A tab out of sight that need not keep a stream for the others lets its own go: a browser has six connections to a plain HTTP origin. */
export const LIVE_HIDDEN_CLOSE_MS = 10_000;
export const SITE_ANSWER_TIMEOUT_MS = 10_000;

/** While the status card is in view it asks this often, and says anew this often how long ago something was seen. */
export const STATUS_POLL_MS = 60_000;
export const STATUS_TICK_MS = 10_000;

/** Longer ones would only cost the server a longer hash. */
export const PASSWORD_MAX_CHARACTERS = 256;
export const ACCOUNT_NAME_MAX_CHARACTERS = 80;

/** HTML of the owner's content as it may be sent, as it may be once it is sanitised, and how deep it may be nested. */
export const CONTENT_MAX_CHARACTERS = 256 * 1024;
export const CONTENT_CLEAN_MAX_BYTES = 200 * 1024;
export const CONTENT_MAX_DEPTH = 100;
/** A save as JSON: content whose every sign needs three bytes, and the rest. */
export const SETTINGS_BODY_MAX_BYTES = 1024 * 1024;
/** How often the browser keeps what the editor holds unsaved. */
export const CONTENT_DRAFT_MS = 2_000;

/** Settings revisions that can be restored, over all settings and again for the content alone. */
export const REVISIONS_MAX = 20;

/** How long a write waits for its turn and for a lock on the database, and a statement for its end, before it fails. */
export const DATABASE_BUSY_MAX_MS = 5_000;
/** A locked SQLite file is tried again after the first, later after up to the second. */
export const DATABASE_RETRY_MIN_MS = 5;
export const DATABASE_RETRY_MAX_MS = 50;
export const DATABASE_CONNECTIONS_MAX = 10;
/** How long to wait for a connection to PostgreSQL, a free one or a new one. */
export const DATABASE_ACQUIRE_MS = 2_000;
/** A server that has not kept its own limit by then does not answer at all. */
export const DATABASE_ANSWER_GRACE_MS = 1_000;
/** How often a write is run that PostgreSQL ended for another's sake. */
export const DATABASE_WRITE_ATTEMPTS = 3;
/** What a request hears that met a database busy or away. */
export const UNAVAILABLE_RETRY_SECONDS = 5;
/** A disk with less than this left counts as full: a save with a logo must fit. */
export const DATABASE_FREE_MIN_BYTES = 1024 * 1024;
/** How long the start of a server waits for a PostgreSQL server that is not there yet, and how long between two tries. */
export const DATABASE_START_WAIT_MS = 60 * 1_000;
export const DATABASE_START_RETRY_MS = 1_000;
export const DATABASE_MIGRATION_MAX_MS = 10 * 60 * 1_000;

/** Counts are written this often, kept this long, and shown for the last so many days. */
export const COUNTS_FLUSH_MS = 15_000;
export const COUNTS_RETENTION_DAYS = 90;
export const OVERVIEW_DAYS = 30;

/** Links of the header: so many in all, so many of them shown. */
export const NAVBAR_LINKS_MAX = 8;
export const NAVBAR_LINKS_SHOWN_MAX = 6;
export const NAVBAR_LABEL_MAX_CHARACTERS = 24;
export const NAVBAR_BUTTON_LABEL_MAX_CHARACTERS = 16;
/** How long a removal can be undone. */
export const UNDO_VISIBLE_MS = 6_000;

/** A session without a call ends after the first, any session after the second; a call moves its end at most this often. */
export const SESSION_IDLE_MS = 60 * 60 * 1_000;
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
export const SESSION_TOUCH_MS = 60 * 1_000;
/** The oldest end when an account signs in more often. */
export const SESSIONS_PER_ACCOUNT_MAX = 10;
/** How long a browser counts as known to an account: strangers cannot use up its tries to sign in. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1_000;

/** Argon2id as OWASP advises it: memory in KiB, one pass, one lane. */
export const PASSWORD_HASH_MEMORY_KIB = 47_104;
export const PASSWORD_HASHES_CONCURRENCY = 2;
/** Of these, places that only people the site knows may take: browsers known to an owner or administrator, and open sessions of these. */
export const PASSWORD_HASHES_RESERVED = 1;
/** Waiting hashes of each kind; more are refused. */
export const PASSWORD_HASHES_QUEUED_MAX = 20;
/** A refused sign-in takes at least this long, whatever the reason. */
export const SIGN_IN_FAILURE_MIN_MS = 500;
/** How often an answer tells whether an e-mail address has an account, in an hour: to one network, and to all together. */
export const EXACT_ANSWERS_PER_HOUR = 3;
export const EXACT_ANSWERS_TOTAL_PER_HOUR = 30;
/** Accounts that wait for the owner. When there are more, those older than the second go, then accounts of the fullest hour. */
export const ACCOUNTS_WAITING_MAX = 200;
export const ACCOUNT_WAITING_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
/** Open panels of one account that hear of changes at once. */
export const ADMIN_STREAMS_PER_ACCOUNT = 10;

/** Where several instances share a database each asks for news this often, and after faults less and less, down to the second. */
export const SETTINGS_POLL_MS = 1_000;
export const SETTINGS_POLL_MAX_MS = 4_000;

/** Lines of the activity log: in one answer, in all, and the characters a line keeps of each value. */
export const ACTIVITY_PAGE_ENTRIES = 50;
export const ACTIVITY_ENTRIES_MAX = 5_000;
export const ACTIVITY_TEXT_MAX_CHARACTERS = 200;

/** Logos that have been uploaded and not saved: so many of the last ones stay, and so long. */
export const LOGO_UNUSED_MAX = 20;
export const LOGO_UNUSED_RETENTION_MS = 24 * 60 * 60 * 1_000;
/** The longer side of a kept logo, and of the small one that pages carry. */
export const LOGO_EDGE_MAX_PX = 1_024;
export const LOGO_SMALL_EDGE_PX = 256;
export const LOGO_DATA_URL_MAX_CHARACTERS = 64 * 1024;
/**
 * Pixels an uploaded picture may have, by how much of it its decoder holds at once: some lines (JPEG, PNG, WebP), all of
 * it (progressive ones, GIF), or all of it several times (AVIF). Each is about 120 MB.
 */
export const LOGO_MAX_PIXELS = { inLines: 25_000_000, whole: 16_000_000, avif: 6_000_000 } as const;
/** How long a picture may be decoded, and the process that does it may live. */
export const LOGO_TIMEOUT_MS = 5_000;
export const LOGO_PROCESS_MAX_MS = 10_000;
/** How long an upload waits for those before it. */
export const LOGO_QUEUE_MS = 10_000;
/** The process that draws a logo ends itself when it holds more. */
export const LOGO_MEMORY_MAX_BYTES = 400 * 1024 * 1024;
export const LOGO_MEMORY_CHECK_MS = 20;

/** A waiting account's page asks this often whether it has been approved; it has no stream to hear it from. */
export const APPROVAL_POLL_MS = 5_000;

/** Posts a platform is checked with, and the share of successes, in percent, under which the owner is told. */
export const CANARIES_PER_PLATFORM_MAX = 5;
export const ALERT_BELOW_PERCENT = 50;
/** Saves of the engines' settings that are remembered by who made them. */
export const ENGINE_REVISIONS_MAX = 20;
/** The panel asks this often how the engines do while it shows them. */
export const ENGINE_HEALTH_POLL_MS = 10_000;
/** A link that is tried in the panel may be given to every engine, one after the other. */
export const TRY_LINK_TIMEOUT_MS = 150_000;
