import type { Generated } from 'kysely';

/**
 * Tables of the database, the same on SQLite and PostgreSQL. Numbers are integers, times are milliseconds since 1970, flags are 0 or 1,
 * bytes are a Uint8Array. Four tables belong to the accounts library, which knows them by other names and stores times as ISO texts:
 *
 *   user -> accounts (this product adds role and last_sign_in_at), session -> sessions, account -> credentials,
 *   verification -> verifications (not listed here: only the library uses it)
 *
 * The library names columns in camel case, which Kysely's CamelCasePlugin maps. The server gives the library the type `sqlite` and
 * `validateSchema: false` on both databases, so that the library writes times as ISO texts and flags as 0 or 1, which both store and
 * compare alike; with other types it would need different columns on each database. tests/integration/database/better-auth tests sign-up
 * and sign-in on both.
 */
export interface Tables {
  accounts: AccountRow;
  sessions: SessionRow;
  credentials: CredentialRow;
  settings_revisions: SettingsRevisionRow;
  logos: LogoRow;
  activity: ActivityRow;
  site_state: SiteStateRow;
  counters: CounterRow;
  last_seen: LastSeenRow;
}

/** ISO 8601 time in UTC with milliseconds, as from `Date.toISOString`; sorts as text. */
type IsoTime = string;
/** Milliseconds since 1970. */
type EpochMs = number;

export interface AccountRow {
  id: string;
  name: string;
  /** E-mail address, in lower case. */
  email: string;
  email_verified: number;
  image: string | null;
  /** At most one account has 'owner'; the database enforces it. */
  role: Generated<string>;
  created_at: IsoTime;
  updated_at: IsoTime;
  last_sign_in_at: IsoTime | null;
}

export interface SessionRow {
  id: string;
  token: string;
  user_id: string;
  expires_at: IsoTime;
  created_at: IsoTime;
  updated_at: IsoTime;
  ip_address: string | null;
  user_agent: string | null;
}

export interface CredentialRow {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: IsoTime | null;
  refresh_token_expires_at: IsoTime | null;
  scope: string | null;
  created_at: IsoTime;
  updated_at: IsoTime;
}

/** One saved revision of the settings. */
export interface SettingsRevisionRow {
  revision: number;
  /** JSON array of the names of the settings that were changed. */
  changed: string;
  /** JSON object with every setting that differs from its default after this change. */
  stored: string;
  author_id: string | null;
  /** Author's name at that time; null for the revision of the installation. */
  author_name: string | null;
  saved_at: EpochMs;
}

export interface LogoRow {
  hash: string;
  bytes: Uint8Array;
  /** Media type. */
  type: string;
  width: number;
  height: number;
  /** A data URL. */
  thumbnail: string;
  created_at: EpochMs;
}

export interface ActivityRow {
  /** Ascending id, assigned by the database. */
  id: Generated<number>;
  at: EpochMs;
  actor_id: string | null;
  /** Actor's name at that time; null when nobody was signed in. */
  actor_name: string | null;
  action: string;
  subject: string | null;
  before: string | null;
  after: string | null;
}

/** Named value that belongs to no other table. */
export interface SiteStateRow {
  name: string;
  value: string;
}

/** Number of events of one kind in one step of time, without any data about visitors. */
export interface CounterRow {
  /**
   * Start of the minute that the row counts; of five minutes for the kind `run_ms`, of a day for `sent`, and of an hour once the clean-up
   * has added the minutes up.
   */
  step: EpochMs;
  kind: string;
  platform: string;
  engine: string;
  outcome: string;
  count: number;
  bytes: number;
}

/** Time of the latest event of one kind. There is one row per kind, platform and engine, which is overwritten. */
export interface LastSeenRow {
  kind: string;
  platform: string;
  engine: string;
  at: EpochMs;
}
