import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type AppParts, createApp } from '../../src/server/app.ts';
import type { Config } from '../../src/server/base/config/config.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import type { Accounts } from '../../src/server/people/accounts.ts';
import { compressPage, type PublicPageSource } from '../../src/server/site/pages/page-cache.ts';
import { createGenerousLimits, GENEROUS_ALLOWANCE } from '../generous-limits.ts';
import { createOwnerSettings, type OwnerSettings } from '../owner-settings.ts';
import { checkResponses } from './check-responses.ts';

export const TEST_SECRET = 'a secret for tests, long enough';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly settings: OwnerSettings;
  readonly config: Config;
  readonly database: Database;
  readonly accounts: Accounts;
  /** Returns everything the app has logged so far, at the most verbose level. */
  log(): string;
}

/** Build time of the pages of a test app. */
export const BUILT_AT = new Date('2026-01-02T03:04:05.678Z');

const plainPage = (): PublicPageSource => ({
  get: ({ notFound }) => compressPage(notFound ? "This page isn't here" : 'the page', "default-src 'none'"),
  getWithLink: async () => ({ html: 'the page', policy: "default-src 'none'" }),
});

/**
 * Creates the real app with all its modules from environment variables, without listening. Its pages are plain texts
 * unless `pages` is given. An address may make any number of requests unless the environment sets limits.
 */
export const createTestApp = async (
  environment: Record<string, string> = {},
  pages: AppParts['createPublicPages'] = plainPage,
  more: Partial<AppParts> = {},
): Promise<TestApp> => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-app-'));
  const config = readConfig({ DATA_DIR: dataDir, ...GENEROUS_ALLOWANCE, ...environment });
  const { server, settings, database, accounts } = await createApp({
    config,
    log: pino({ level: 'trace' }, sink),
    secret: TEST_SECRET,
    builtAt: BUILT_AT,
    createPublicPages: pages,
    createPanelPages: plainPage,
    writeStatusPage: () => compressPage('the status', "default-src 'none'"),
    writePreviewPage: async ({ answer, link }) => ({
      html: JSON.stringify({ answer, link }),
      policy: "default-src 'none'",
    }),
    writeTextPage: (_site, page, ownText) =>
      compressPage(`the page ${page} ${ownText}`, "default-src 'none'"),
    writeServiceWorker: ({ title }) => `// the worker of ${title}`,
    clientDir: null,
    panelDir: null,
    limits: createGenerousLimits(TEST_SECRET),
    prepare: checkResponses,
    ...more,
  });
  server.addHook('onClose', () => rm(dataDir, { recursive: true, force: true }));
  return {
    app: server,
    settings: createOwnerSettings({ settings, database }),
    database,
    accounts,
    config,
    log: () => lines.join(''),
  };
};
