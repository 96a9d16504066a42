import type { Kysely, Selectable } from 'kysely';
import type { AccountRow, Tables } from '../base/db/tables.ts';

/** Maximum number of accounts that wait for approval. */
export const ACCOUNTS_WAITING_MAX = 200;
const ACCOUNT_WAITING_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Account that waits for approval, as stored. */
export type WaitingAccount = Pick<Selectable<AccountRow>, 'id' | 'created_at' | 'last_sign_in_at'>;

/** Length of an ISO time to the hour. */
const HOUR_CHARACTERS = '2026-01-02T03'.length;
/** Shortest time from the sign-up to a sign-in that counts as a return to the site. */
const RETURN_AFTER_MS = 5 * 60 * 1_000;

const hasReturned = ({ created_at, last_sign_in_at }: WaitingAccount): boolean =>
  last_sign_in_at !== null && Date.parse(last_sign_in_at) - Date.parse(created_at) >= RETURN_AFTER_MS;

/**
 * Returns the ids of the waiting accounts to delete so that at most `max` remain; none while there are no more than `max`. First come all
 * accounts that are older than a month and never returned. Further accounts come one at a time from the hour in which most accounts were
 * created, those that never returned first, so that a burst of sign-ups does not displace earlier accounts. `now` is in milliseconds since
 * 1970.
 */
export const selectExpiringAccounts = (
  waitingAccounts: readonly WaitingAccount[],
  { max, now }: { readonly max: number; readonly now: number },
): string[] => {
  const oldest = new Date(now - ACCOUNT_WAITING_RETENTION_MS).toISOString();
  const isOld = (account: WaitingAccount): boolean => account.created_at < oldest && !hasReturned(account);
  const expiring = waitingAccounts.length > max ? waitingAccounts.filter(isOld) : [];
  const others = waitingAccounts
    .filter((account) => !expiring.includes(account))
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
    .toSorted((one, other) => Number(hasReturned(one)) - Number(hasReturned(other)));
  const byHour = Map.groupBy(others, ({ created_at }) => created_at.slice(0, HOUR_CHARACTERS));
  const hours = [...byHour]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, inHour]) => inHour);
  while (waitingAccounts.length - expiring.length > max) {
    const fullest = hours.reduce((most, hour) => (hour.length > most.length ? hour : most));
    expiring.push(...fullest.splice(0, 1));
  }
  return expiring.map(({ id }) => id);
};

/** Deletes waiting accounts beyond ACCOUNTS_WAITING_MAX, but never the account `createdId`. */
export const expireWaitingAccounts = async (query: Kysely<Tables>, createdId: string): Promise<void> => {
  const waiting = await query
    .selectFrom('accounts')
    .select(['id', 'created_at', 'last_sign_in_at'])
    .where('role', '=', 'waiting')
    .where('id', '!=', createdId)
    .execute();
  const ids = selectExpiringAccounts(waiting, { max: ACCOUNTS_WAITING_MAX - 1, now: Date.now() });
  if (ids.length > 0) await query.deleteFrom('accounts').where('id', 'in', ids).execute();
};
