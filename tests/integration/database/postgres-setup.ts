import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { IS_FULL } from '../../test-scope.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL database from which others are created; null where there is no server. */
    postgres: string | null;
  }
}

let server: PostgresServer | null = null;

/** Takes the server of TEST_DATABASE_URL, or starts the installed one, once for all test files of `npm run test:full`. */
export const setup = (project: TestProject): void => {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  if (IS_FULL && given === '') server = startPostgres();
  project.provide('postgres', given === '' ? (server?.url ?? null) : given);
};

export const teardown = async (): Promise<void> => server?.stop();
