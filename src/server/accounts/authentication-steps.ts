import type { ActivityLine } from '../activity/activity-log.ts';
import { writeActivity } from '../activity/activity-log.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import type { AccountListeners } from './account-listeners.ts';
import type { Refusal, SignedIn } from './accounts.ts';
import type { AuthGateway } from './auth-gateway.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { endSessions, pruneSessions } from './sessions.ts';
import type { SetupCode } from './setup-code.ts';

export interface AuthenticationParts {
  readonly config: Pick<Config, 'signUp'>;
  readonly database: Database;
  readonly gateway: AuthGateway;
  readonly hasher: PasswordHasher;
  readonly setupCode: SetupCode;
  readonly listeners: AccountListeners;
  readonly siteTitle: () => string;
  readonly log: Logger;
}

/** Creates a refusal with this error code. */
export const refusal = (code: Refusal['code']): Refusal => ({ ok: false, code });

/** Returns actor and subject of an activity entry in which an account acts on itself. */
export const ownActivity = ({ account }: SignedIn): Pick<ActivityLine, 'actor' | 'subject'> => ({
  actor: account,
  subject: account.name,
});

/** Ends the session that the browser had before it got a new one. */
export const endPreviousSession = async (
  { database, gateway }: AuthenticationParts,
  cookie: string | undefined,
): Promise<void> => {
  const previous = await gateway.authenticate(cookie);
  if (previous !== null) await endSessions(database.query, previous.account.id, { only: previous.sessionId });
};

/** Completes a sign-in or sign-up: stores its time, writes the activity entries and removes excess sessions. */
export const recordSignIn = async (
  { database, listeners }: AuthenticationParts,
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
  if (ended.length > 0) listeners.accessChanged(id, ended);
};
