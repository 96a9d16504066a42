import type { Selectable, Transaction } from 'kysely';
import { ACTIVITY_ACTIONS, type ActivityEntry, type ActivityPage } from '#shared/contract/admin-settings.ts';
import { ACTIVITY_ENTRIES_MAX, ACTIVITY_PAGE_ENTRIES, ACTIVITY_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import type { ActivityRow, Tables } from '../db/tables.ts';

/** Who did something: an account, or null for the command line and for nobody signed in. */
export type Actor = { readonly id: string; readonly name: string } | null;

/** One line to be written; long texts are cut. */
export interface ActivityLine {
  readonly actor: Actor;
  readonly action: ActivityEntry['action'];
  /** A setting's name, or the name of the account it happened to. */
  readonly subject?: string | null;
  readonly before?: string | null;
  readonly after?: string | null;
}

const sanitiseText = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined) return null;
  // A NUL is text to one engine and a fault to the other.
  const clean = text.replaceAll('\0', '');
  return clean.length <= ACTIVITY_TEXT_MAX_CHARACTERS
    ? clean
    : `${clean.slice(0, ACTIVITY_TEXT_MAX_CHARACTERS - 1)}…`;
};

const written = new WeakMap<Transaction<Tables>, readonly ActivityLine[]>();

/** Returns the lines that a transaction has written so far. */
export const activityWrittenBy = (trx: Transaction<Tables>): readonly ActivityLine[] =>
  written.get(trx) ?? [];

/**
 * Writes lines about what a transaction does, inside it: what is kept and what is told of are one. `at` is in
 * milliseconds since 1970. The oldest lines go once there are more than ACTIVITY_ENTRIES_MAX.
 */
export const writeActivity = async (
  trx: Transaction<Tables>,
  lines: readonly ActivityLine[],
  at: number,
): Promise<void> => {
  if (lines.length === 0) return;
  written.set(trx, [...activityWrittenBy(trx), ...lines]);
  await trx
    .insertInto('activity')
    .values(
      lines.map(({ actor, action, subject, before, after }) => ({
        at,
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? null,
        action,
        subject: sanitiseText(subject),
        before: sanitiseText(before),
        after: sanitiseText(after),
      })),
    )
    .execute();
  const oldest = await trx
    .selectFrom('activity')
    .select('id')
    .orderBy('id', 'desc')
    .offset(ACTIVITY_ENTRIES_MAX)
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined) await trx.deleteFrom('activity').where('id', '<=', oldest.id).execute();
};

const isAction = (action: string): action is ActivityEntry['action'] =>
  (ACTIVITY_ACTIONS as readonly string[]).includes(action);

/** What a version after this one has written is none of ours, and left out. */
const entriesOf = (row: Selectable<ActivityRow>): ActivityEntry[] =>
  isAction(row.action)
    ? [
        {
          id: row.id,
          at: new Date(row.at).toISOString(),
          actor: row.actor_name,
          action: row.action,
          subject: row.subject,
          before: row.before,
          after: row.after,
        },
      ]
    : [];

/** Reads one page, newest first, of the lines older than the one with the id `before`; without it, of all. */
export const readActivity = async (
  { query }: Pick<Database, 'query'>,
  before?: number,
): Promise<ActivityPage> => {
  const all = query
    .selectFrom('activity')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(ACTIVITY_PAGE_ENTRIES + 1);
  const rows = await (before === undefined ? all : all.where('id', '<', before)).execute();
  const shown = rows.slice(0, ACTIVITY_PAGE_ENTRIES);
  return {
    entries: shown.flatMap(entriesOf),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
};
