import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../../src/server/app.ts';
import type { Config } from '../../src/server/config/config.ts';
import { readConfig } from '../../src/server/config/read-config.ts';
import { keepPage } from '../../src/server/http/kept-pages.ts';

export const TEST_SECRET = 'a secret for tests, long enough';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly config: Config;
  /** Everything the app wrote to its log so far, at the most talkative level. */
  log(): string;
}

/** Builds the real app, with its real rooms, from an environment; only the page is a plain text and nothing listens yet. */
export const createTestApp = async (environment: Record<string, string> = {}): Promise<TestApp> => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = readConfig(environment);
  const app = await createApp({
    config,
    log: pino({ level: 'trace' }, sink),
    secret: TEST_SECRET,
    pages: {
      get: (notFound) => keepPage(notFound ? "This page isn't here" : 'the page', "default-src 'none'"),
    },
    clientDir: null,
  });
  return { app, config, log: () => lines.join('') };
};
