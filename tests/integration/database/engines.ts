import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Config } from '../../../src/server/base/config/config.ts';
import type { Database, DatabaseKind } from '../../../src/server/base/db/database.ts';
import { openDatabase } from '../../../src/server/base/db/open-database.ts';
import { IS_FULL } from '../../test-scope.ts';

/** How long to wait for a server that is still starting. */
const SERVER_START_MS = 20_000;
const STARTING = new Set(['ENOENT', 'ECONNREFUSED', '57P03']);

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** An empty database for one test file or one test. */
export interface EmptyDatabase {
  readonly config: DatabaseConfig;
  /** Opens the database as the product does; may be called repeatedly. `drop` closes whatever is still open. */
  open(config?: DatabaseConfig): Promise<Database>;
  /** Closes and removes the database. */
  drop(): Promise<void>;
}

export interface Engine {
  readonly kind: DatabaseKind;
  create(): Promise<EmptyDatabase>;
}

const connect = async (url: string): Promise<pg.Client> => {
  for (const deadline = Date.now() + SERVER_START_MS; ; ) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!STARTING.has(code) || Date.now() > deadline) throw error;
    }
    await pause(50);
  }
};

/** Runs a statement on the server's administrative database. */
const onServer = async (url: string, statement: string): Promise<void> => {
  const client = await connect(url);
  await client.query(statement).finally(() => client.end());
};

const emptyDatabase = (config: DatabaseConfig, remove: () => Promise<void>): EmptyDatabase => {
  const opened: Database[] = [];
  return {
    config,
    async open(other = config) {
      const database = await openDatabase(other, pino({ level: 'silent' }));
      opened.push(database);
      return database;
    },
    async drop() {
      await Promise.allSettled(opened.splice(0).map((database) => database.close()));
      await remove();
    },
  };
};

export const sqlite: Engine = {
  kind: 'sqlite',
  async create() {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-db-'));
    return emptyDatabase({ databaseUrl: null, dataDir }, () => rm(dataDir, { recursive: true, force: true }));
  },
};

export const postgresAt = (server: string): Engine => ({
  kind: 'postgres',
  async create() {
    const name = `savelet_test_${randomBytes(6).toString('hex')}`;
    await onServer(server, `create database ${name}`);
    return emptyDatabase({ databaseUrl: server.replace(/[^/]+$/, name), dataDir: os.tmpdir() }, () =>
      onServer(server, `drop database ${name} with (force)`),
    );
  },
});

const missing: Engine = {
  kind: 'postgres',
  create: async () => {
    throw new Error(
      'These tests need a PostgreSQL server: install one, or name a database in TEST_DATABASE_URL.',
    );
  },
};

const server = inject('postgres');

/** PostgreSQL, in `npm run test:full`; its tests fail where there is no server. */
export const postgresEngines: readonly Engine[] = IS_FULL
  ? [server === null ? missing : postgresAt(server)]
  : [];

/** Both engines in `npm run test:full`, for tests whose long form repeats them often; SQLite in `npm test`. */
export const repeatedEngines: readonly Engine[] = [sqlite, ...postgresEngines];

/** The engines a test runs on: SQLite in `npm test`, PostgreSQL in `npm run test:full`. */
export const engines: readonly Engine[] = IS_FULL ? postgresEngines : [sqlite];
