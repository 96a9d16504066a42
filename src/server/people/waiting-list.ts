import type { Kysely } from 'kysely';
import type { Tables } from '../base/db/tables.ts';

/** Maximum number of accounts that wait for approval. Beyond it, `selectExpiringAccounts` selects the ones to delete. */
export const ACCOUNTS_WAITING_MAX = 200;
const ACCOUNT_WAITING_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Account that waits for approval. Times are milliseconds since 1970. */
export interface WaitingAccount {
  readonly id: string;
  readonly createdAt: number;
  /** Null when it has never signed in. */
  readonly lastSignInAt: number | null;
}

const HOUR_MS = 60 * 60 * 1_000;
/** A sign-in at least this long after the sign-up counts as a return. */
const RETURN_AFTER_MS = 5 * 60 * 1_000;

const hasReturned = ({ createdAt, lastSignInAt }: WaitingAccount): boolean =>
  lastSignInAt !== null && lastSignInAt - createdAt >= RETURN_AFTER_MS;

/** Sorts accounts by the order in which they expire: those that never returned first, oldest first. */
const sortByExpiry = (accounts: readonly WaitingAccount[]): WaitingAccount[] =>
  accounts.toSorted(
    (one, other) => Number(hasReturned(one)) - Number(hasReturned(other)) || one.createdAt - other.createdAt,
  );

/**
 * Selects the accounts to delete while more than `max` wait, and returns their ids. Accounts that are older than a
 * month and never returned go first. The others go one at a time from the hour in which most accounts were created: a
 * burst loses its own accounts, while people who signed up before it, or alone in their hour, keep theirs.
 */
export const selectExpiringAccounts = (
  waiting: readonly WaitingAccount[],
  { max, now }: { readonly max: number; readonly now: number },
): string[] => {
  if (waiting.length <= max) return [];
  const isOld = (account: WaitingAccount): boolean =>
    account.createdAt < now - ACCOUNT_WAITING_RETENTION_MS && !hasReturned(account);
  const expiring = waiting.filter(isOld).map(({ id }) => id);
  const byHour = Map.groupBy(
    waiting.filter((account) => !isOld(account)),
    ({ createdAt }) => Math.floor(createdAt / HOUR_MS),
  );
  const hours = [...byHour]
    .toSorted(([one], [other]) => one - other)
    .map(([, accounts]) => sortByExpiry(accounts));
  while (waiting.length - expiring.length > max) {
    const fullest = hours.reduce((most, hour) => (hour.length > most.length ? hour : most));
    const [next] = fullest.splice(0, 1);
    if (next === undefined) break;
    expiring.push(next.id);
  }
  return expiring;
};

/**
 * Deletes waiting accounts beyond ACCOUNTS_WAITING_MAX. Never deletes the account just created or accounts of other
 * roles.
 */
export const expireWaitingAccounts = async (query: Kysely<Tables>, createdId: string): Promise<void> => {
  const rows = await query
    .selectFrom('accounts')
    .select(['id', 'created_at', 'last_sign_in_at'])
    .where('role', '=', 'waiting')
    .execute();
  const waiting = rows
    .filter(({ id }) => id !== createdId)
    .map(({ id, created_at, last_sign_in_at }) => ({
      id,
      createdAt: Date.parse(created_at),
      lastSignInAt: last_sign_in_at === null ? null : Date.parse(last_sign_in_at),
    }));
  const ids = selectExpiringAccounts(waiting, { max: ACCOUNTS_WAITING_MAX - 1, now: Date.now() });
  if (ids.length === 0) return;
  await query.deleteFrom('accounts').where('role', '=', 'waiting').where('id', 'in', ids).execute();
};
