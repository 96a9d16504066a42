import type { Selectable, Transaction } from 'kysely';
import {
  ACTIVITY_ACTIONS,
  type ActivityEntry,
  type ActivityKind,
  type ActivityPage,
  activityKindOf,
} from '#shared/contract/admin-settings.ts';
import type { Database } from '../../base/db/database.ts';
import type { ActivityRow, Tables } from '../../base/db/tables.ts';

/** Numbers of entries on a page, of stored entries, and of stored characters of each value. */
const ACTIVITY_PAGE_ENTRIES = 50;
export const ACTIVITY_ENTRIES_MAX = 5_000;
const ACTIVITY_TEXT_MAX_CHARACTERS = 200;

/** Account that performed an action; null for the command line, for the server itself and when nobody is signed in. */
export type Actor = { readonly id: string; readonly name: string } | null;

/** Entry to write to the activity log. Texts are cut to ACTIVITY_TEXT_MAX_CHARACTERS. */
export interface ActivityLine {
  readonly actor: Actor;
  readonly action: ActivityEntry['action'];
  /** What the action affects, such as the name of a setting or of an account. */
  readonly subject?: string | null;
  readonly before?: string | null;
  readonly after?: string | null;
}

const sanitiseText = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined) return null;
  // SQLite stores a NUL character, PostgreSQL rejects it.
  const clean = text.replaceAll('\0', '');
  return clean.length <= ACTIVITY_TEXT_MAX_CHARACTERS
    ? clean
    : `${clean.slice(0, ACTIVITY_TEXT_MAX_CHARACTERS - 1)}…`;
};

const written = new WeakMap<Transaction<Tables>, readonly ActivityLine[]>();

/** Returns the activity-log entries that a transaction has written so far. */
export const activityWrittenBy = (trx: Transaction<Tables>): readonly ActivityLine[] =>
  written.get(trx) ?? [];

/**
 * Writes entries of the activity log in the transaction that makes the described changes, so that both are committed or neither is. `at` is
 * the time of the entries in milliseconds since 1970. Deletes the oldest entries beyond ACTIVITY_ENTRIES_MAX.
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

/** Converts a row to a list with one entry; returns an empty list for an action that only a newer version knows. */
const entriesOf = (row: Selectable<ActivityRow>): ActivityEntry[] =>
  isAction(row.action)
    ? [
        {
          id: row.id,
          at: new Date(row.at).toISOString(),
          actor: row.actor_name,
          actorId: row.actor_id,
          action: row.action,
          subject: row.subject,
          before: row.before,
          after: row.after,
        },
      ]
    : [];

/** Filter of the entries on a page. An absent field does not filter. */
export interface ActivityFilter {
  /** Id below which the ids of the entries must be. */
  readonly before?: number | undefined;
  /** Id of the account that performed the actions. */
  readonly person?: string | undefined;
  readonly kind?: ActivityKind | undefined;
}

/** Reads one page of entries, newest first, and lists all accounts that performed stored actions, with the name in their newest entry. */
export const readActivity = async (
  { query }: Pick<Database, 'query'>,
  { before, person, kind }: ActivityFilter = {},
): Promise<ActivityPage> => {
  const actions = ACTIVITY_ACTIONS.filter((action) => kind === undefined || activityKindOf(action) === kind);
  const rows = await query
    .selectFrom('activity')
    .selectAll()
    .where('action', 'in', actions)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
    .$if(person !== undefined, (all) => all.where('actor_id', '=', person ?? ''))
    .orderBy('id', 'desc')
    .limit(ACTIVITY_PAGE_ENTRIES + 1)
    .execute();
  // Each by the name of the newest entry.
  const people = await query
    .selectFrom('activity')
    .select(['actor_id', 'actor_name'])
    .where('id', 'in', (all) =>
      all
        .selectFrom('activity')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('actor_id', 'is not', null)
        .groupBy('actor_id'),
    )
    .orderBy('actor_name')
    .execute();
  const shown = rows.slice(0, ACTIVITY_PAGE_ENTRIES);
  return {
    entries: shown.flatMap(entriesOf),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    people: people.map(({ actor_id, actor_name }) => ({ id: actor_id ?? '', name: actor_name ?? '' })),
  };
};
