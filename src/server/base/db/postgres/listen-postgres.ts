import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Listen } from '../database.ts';
import { connectionOf } from './open-postgres.ts';

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_MS = 500;

/**
 * Creates a `Listen` function for a PostgreSQL server. Each call uses its own connection outside the pool, and opens it again half a second
 * after a loss.
 */
export const listenPostgres =
  (url: string): Listen =>
  (channel, onNotification, onConnect) => {
    const closed = new AbortController();
    const { signal } = closed;
    let drop = (): void => undefined;
    const listenOnce = async (): Promise<void> => {
      const client = new pg.Client(connectionOf(url));
      const ended = Promise.withResolvers<void>();
      drop = ended.resolve;
      // Without a listener, losing the connection would end the process.
      client.on('error', drop).on('end', drop).on('notification', onNotification);
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        onConnect();
        await ended.promise;
      } finally {
        client.off('notification', onNotification);
        client.end().catch(() => undefined);
      }
    };
    const run = async (): Promise<void> => {
      while (!signal.aborted) {
        await listenOnce().catch(() => undefined);
        await pause(RECONNECT_MS, undefined, { signal, ref: false });
      }
    };
    run().catch(() => undefined);
    return {
      reconnect: () => drop(),
      close() {
        closed.abort();
        drop();
      },
    };
  };
