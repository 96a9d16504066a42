import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import { type ActivityLine, type Actor, activityWrittenBy } from './activity-log.ts';

/** Letters, marks, spaces and the signs of names: no text that could be an address, a link or a key. */
const PLAIN_NAME = /^[\p{L}\p{M}' -]{1,64}$/u;

/** Names an account in the log: by its display name, or by its id where the name is not a plain one. */
export const accountLabel = (account: Actor): string | undefined =>
  account === null ? undefined : PLAIN_NAME.test(account.name) ? account.name : account.id;

/** Settings are named by our own words, accounts by names that strangers choose. */
const subjectLabel = (subject: string | null | undefined): string[] =>
  subject !== null && subject !== undefined && PLAIN_NAME.test(subject) ? [subject] : [];

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

/** Logs what is written to the activity of the panel, one line for each action and transaction, after the commit. */
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
