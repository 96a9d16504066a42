import type { Transaction } from 'kysely';
import type { Database } from '../../base/db/database.ts';
import type { Tables } from '../../base/db/tables.ts';
import type { Actor } from '../../people/activity/activity-log.ts';
import type { NameOf } from './setting-descriptor.ts';

/** Author, time and changed settings of a save. */
export interface SaveSummary<Name extends string> {
  revision: number;
  /** ISO date and time. */
  savedAt: string;
  author: string | null;
  /** Account of the author; null also where only the name was stored. */
  authorId: string | null;
  changed: Name[];
}

/** All settings of a group after a save. */
export interface Revision<Values> {
  /** Number of the revision; 0 while nothing is saved. */
  readonly revision: number;
  readonly values: Values;
  /** Settings that have a stored value; the others follow the defaults, even when those change. */
  readonly chosen: readonly NameOf<Values>[];
  readonly lastSave: SaveSummary<NameOf<Values>> | null;
}

/** Access to the database, inside a transaction or outside one. */
export type Query = Database['query'] | Transaction<Tables>;

/** Called with the name of a stored setting that cannot be read, or with 'all' if none can, and the number of the revision. */
export type Unreadable<Values> = (name: NameOf<Values> | 'all', revision: number) => void;

/** Back end that stores the revisions of a group of settings. Every method may throw the database's errors. */
export interface RevisionStore<Values> {
  /** Returns a value that changes with every stored revision. Cheap, because instances poll it. */
  version(query: Query): Promise<number | string | null>;
  /** Reads the latest revision; unreadable settings have their defaults. */
  latest(query: Query, unreadable?: Unreadable<Values>): Promise<Revision<Values>>;
  /** Returns the stored saves after a revision, oldest first. */
  savesSince(query: Query, revision: number): Promise<SaveSummary<NameOf<Values>>[]>;
  /** Stores the next revision and deletes what is no longer needed. */
  append(
    trx: Transaction<Tables>,
    next: Omit<Revision<Values>, 'lastSave'>,
    save: SaveSummary<NameOf<Values>>,
    author: Actor,
  ): Promise<void>;
}

/** Parses a stored text; returns undefined if it is no JSON. */
export const readStoredJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
