import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL database from which others can be created; null where there is no server. */
    postgres: string | null;
  }
}

let server: PostgresServer | null = null;

/** Global set-up for all test files: uses the server of TEST_DATABASE_URL, or starts the installed one. */
export const setup = (project: TestProject): void => {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  if (given === '') server = startPostgres();
  const url = given === '' ? (server?.url ?? null) : given;
  project.provide('postgres', url);
  if (url === null) process.stdout.write('skipped: no PostgreSQL server here\n');
};

export const teardown = async (): Promise<void> => server?.stop();
