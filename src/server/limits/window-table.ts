import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';

/** Milliseconds without any answer after which the database counts as away: it must not delay visitors. */
const ANSWER_MAX_MS = 250;
/** Milliseconds between attempts to reach the database again. */
const PROBE_MS = 1_000;
const SWEEP_MS = 60_000;

/** Name of the PostgreSQL table in which all instances count events together. */
export const TABLE = 'limit_counts';

/** Its rows need not survive a crash, so it is not logged, and is created anew where it is missing. Keys are keyed hashes. */
const CREATE = `create unlogged table if not exists ${TABLE}
  (key text primary key, points integer not null, expire bigint, times bigint[])`;

/** Runs SQL statements on the table in which all instances count events. */
export interface WindowTable {
  /** Returns the rows of a statement. Throws at once while the database is away, and after a quarter of a second without any answer. */
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): void;
}

export const openWindowTable = async (
  database: Pick<Database, 'query' | 'write'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<WindowTable> => {
  const closed = new AbortController();
  let isAway = false;
  let answeredAt = 0;
  const run = async (text: string, values: readonly unknown[]) =>
    (await database.query.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;
  const create = () => database.write((trx) => trx.executeQuery(CompiledQuery.raw(CREATE)));
  const comeBack = async (): Promise<void> => {
    while (isAway) {
      await pause(PROBE_MS, undefined, { signal: closed.signal, ref: false });
      isAway = await create().then(
        () => false,
        () => true,
      );
    }
    log.info('the limits are counted for all instances again');
  };
  const goAway = (err: unknown): void => {
    if (isAway) return;
    isAway = true;
    log.warn({ err }, 'the database does not answer: this instance counts its limits alone');
    comeBack().catch(() => undefined);
  };
  await create().catch(goAway);
  const sweep = setInterval(() => {
    // What is left is swept with the next.
    if (!isAway)
      run(`delete from ${TABLE} where expire < $1`, [Date.now() - SWEEP_MS]).catch(() => undefined);
  }, SWEEP_MS);
  sweep.unref();
  return {
    async query(text, values) {
      if (isAway) throw new Error('the counters are away');
      const late = Promise.withResolvers<never>();
      let isOver = false;
      const giveUp = (): void => {
        if (isOver) return;
        const silentMs = performance.now() - answeredAt;
        if (silentMs < ANSWER_MAX_MS) timer = setTimeout(giveUp, ANSWER_MAX_MS);
        else late.reject(new Error('no count in time'));
      };
      // After a turn of the event loop that was late itself, an answer may be there and not read yet.
      let timer = setTimeout(() => setImmediate(giveUp), ANSWER_MAX_MS);
      try {
        const rows = await Promise.race([run(text, values), late.promise]);
        answeredAt = performance.now();
        return rows;
      } catch (error) {
        goAway(error);
        throw error;
      } finally {
        isOver = true;
        clearTimeout(timer);
      }
    },
    close() {
      clearInterval(sweep);
      closed.abort();
    },
  };
};
