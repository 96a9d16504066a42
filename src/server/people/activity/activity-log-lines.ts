import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { currentReference } from '../../base/observability/request-reference.ts';
import { type ActivityLine, type Actor, activityWrittenBy } from './activity-log.ts';

/** Matches names of letters, marks, spaces, apostrophes and hyphens, which cannot form an address, a link or a key. */
const PLAIN_NAME = /^[\p{L}\p{M}' -]{1,64}$/u;

/** Returns the name of an account for the log, or its id if PLAIN_NAME does not match the name; undefined for null. */
export const accountLabel = (account: Actor): string | undefined =>
  account === null ? undefined : PLAIN_NAME.test(account.name) ? account.name : account.id;

/** Returns a list with the subject for the log; an empty list if PLAIN_NAME does not match, because strangers choose the names of accounts. */
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
 * Returns a database whose `write` also logs the activity entries of its transaction after the commit: one line for each kind of action.
 */
export const withActivityLog = (database: Database, log: Logger): Database => ({
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
