import type { Generated } from 'kysely';

/**
 * The tables, alike on both engines: numbers are integers, times of our own tables milliseconds since 1970, flags 0 or 1,
 * bytes a Uint8Array. Four tables are those of the accounts library, named for it like this:
 *
 *   user         -> accounts       emailVerified email_verified, createdAt created_at, updatedAt updated_at,
 *                                  and of our own: role, lastSignInAt last_sign_in_at
 *   session      -> sessions       expiresAt, ipAddress, userAgent, userId, createdAt, updatedAt in snake case
 *   account      -> credentials    accountId, providerId, userId, accessToken, refreshToken, idToken,
 *                                  accessTokenExpiresAt, refreshTokenExpiresAt, createdAt, updatedAt in snake case
 *   verification -> verifications  expiresAt, createdAt, updatedAt in snake case
 *
 * It gets `{ db: database.query, type: 'sqlite', transaction: true }` on both engines and `validateSchema: false`: told so, it writes times
 * as ISO texts and flags as 0 or 1, which both engines keep and compare alike (its other way needs columns of other types
 * on each). tests/integration/database/better-auth.test.ts signs up and in on both.
 */
export interface Tables {
  accounts: AccountRow;
  sessions: SessionRow;
  credentials: CredentialRow;
  verifications: VerificationRow;
  settings_revisions: SettingsRevisionRow;
  logos: LogoRow;
  activity: ActivityRow;
  site_state: SiteStateRow;
  hourly_counts: HourlyCountRow;
  last_seen: LastSeenRow;
}

/** An ISO 8601 time in UTC with milliseconds, as `Date.toISOString` gives it: sorts as text. */
type IsoTime = string;
/** Milliseconds since 1970. */
type EpochMs = number;

export interface AccountRow {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: number;
  image: string | null;
  /** 'owner' is held by one account at most; the database sees to it. */
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

export interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: IsoTime;
  created_at: IsoTime;
  updated_at: IsoTime;
}

/** One saved state of the settings. */
export interface SettingsRevisionRow {
  revision: number;
  /** JSON array of the names of the settings that were changed. */
  changed: string;
  /** JSON object: everything that differs from the defaults after this change. */
  stored: string;
  author_id: string | null;
  /** The name at that time; null for what came with the installation. */
  author_name: string | null;
  saved_at: EpochMs;
}

export interface LogoRow {
  hash: string;
  bytes: Uint8Array;
  /** Its media type. */
  type: string;
  width: number;
  height: number;
  /** A data URL. */
  thumbnail: string;
  created_at: EpochMs;
}

export interface ActivityRow {
  /** Given by the database, rising. */
  id: Generated<number>;
  at: EpochMs;
  actor_id: string | null;
  /** The name at that time; null for what nobody signed in did. */
  actor_name: string | null;
  action: string;
  subject: string | null;
  before: string | null;
  after: string | null;
}

/** Single small values that belong to no table. */
export interface SiteStateRow {
  name: string;
  value: string;
}

/** How often something happened in an hour; nothing of whom. */
export interface HourlyCountRow {
  /** When the hour began. */
  hour: EpochMs;
  kind: string;
  platform: string;
  engine: string;
  outcome: string;
  count: number;
  bytes: number;
}

/** When something last happened: one row each, written over. */
export interface LastSeenRow {
  kind: string;
  platform: string;
  engine: string;
  at: EpochMs;
}
