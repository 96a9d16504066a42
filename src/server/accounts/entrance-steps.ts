import type { ActivityLine } from '../activity/activity-log.ts';
import { writeActivity } from '../activity/activity-log.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import type { AccountListeners } from './account-listeners.ts';
import type { Refused, SignedIn } from './accounts.ts';
import type { Enter } from './enter.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { endSessions, pruneSessions } from './sessions.ts';
import type { SetupCode } from './setup-code.ts';

export interface EntranceParts {
  readonly config: Pick<Config, 'signUp'>;
  readonly database: Database;
  readonly enter: Enter;
  readonly hasher: PasswordHasher;
  readonly setup: SetupCode;
  readonly listeners: AccountListeners;
  readonly siteTitle: () => string;
  readonly log: Logger;
}

/** A refusal with this code. */
export const refused = (code: Refused['code']): Refused => ({ ok: false, code });

/** Actor and subject of an activity line about the own account. */
export const nameOf = ({ account }: SignedIn): Pick<ActivityLine, 'actor' | 'subject'> => ({
  actor: account,
  subject: account.name,
});

/** Ends the session a browser had before it got another. */
export const endFormer = async (
  { database, enter }: EntranceParts,
  cookie: string | undefined,
): Promise<void> => {
  const former = await enter.whoIs(cookie);
  if (former !== null) await endSessions(database.query, former.account.id, { only: former.sessionId });
};

/** What every way in ends with; the lines tell of it in the log. */
export const welcome = async (
  { database, listeners: told }: EntranceParts,
  signedIn: SignedIn,
  lines: readonly ActivityLine[],
): Promise<void> => {
  const { id } = signedIn.account;
  const ended = await database.write(async (trx) => {
    const at = new Date().toISOString();
    await trx.updateTable('accounts').set({ last_sign_in_at: at }).where('id', '=', id).execute();
    await writeActivity(trx, lines, Date.now());
    return pruneSessions(trx, id);
  });
  if (ended.length > 0) told.accessChanged(id, ended);
};
