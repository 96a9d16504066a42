import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { currentReference } from '../../base/observability/request-reference.ts';
import { type ActivityLine, type Actor, activityWrittenBy } from './activity-log.ts';

/** Letters, marks, spaces, apostrophes and hyphens, which cannot form an address, a link or a key. */
const PLAIN_NAME = /^[\p{L}\p{M}' -]{1,64}$/u;

/**
 * Returns the display name of an account for the log, or its id when the name has other characters. Returns undefined
 * for no account.
 */
export const accountLabel = (account: Actor): string | undefined =>
  account === null ? undefined : PLAIN_NAME.test(account.name) ? account.name : account.id;

/**
 * Returns the subject for the log if it is plain: setting names are fixed, but account names are chosen by strangers.
 */
const subjectLabel = (subject: string | null | undefined): string[] =>
  subject !== null && subject !== undefined && PLAIN_NAME.test(subject) ? [subject] : [];

/** Logs one line for each action, with all its subjects. */
const logLines = (log: Logger, lines: readonly ActivityLine[]): void => {
  const actions = Map.groupBy(lines, ({ action }) => action);
  for (const [action, ofAction] of actions)
    log.info(
      {
        reference: currentReference(),
        account: accountLabel(ofAction[0]?.actor ?? null),
        subjects: ofAction.flatMap(({ subject }) => subjectLabel(subject)),
      },
      action.replaceAll('_', ' '),
    );
};

/**
 * Wraps a database so that activity entries are also logged: one line for each action of a transaction, after its
 * commit.
 */
export const logActivity = (database: Database, log: Logger): Database => ({
  ...database,
  async write(work) {
    let lines: readonly ActivityLine[] = [];
    const result = await database.write(async (trx) => {
      const done = await work(trx);
      lines = activityWrittenBy(trx);
      return done;
    });
    logLines(log, lines);
    return result;
  },
});
