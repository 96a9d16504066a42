import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type AppParts, createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Accounts } from '../../src/server/people/accounts.ts';
import { loadBuiltPages } from '../../src/server/site/pages/built-pages.ts';
import { createGenerousLimits, GENEROUS_ALLOWANCE } from '../generous-limits.ts';
import { checkResponses } from '../integration/check-responses.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createOwnerSettings, type OwnerSettings } from '../owner-settings.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');

export interface InProcessProduct {
  readonly origin: string;
  readonly mockPlatforms: MockPlatforms;
  /** Site settings; `settings.change({ title: 'Other' })` does what a save in the owner's panel does. */
  readonly settings: OwnerSettings;
  /** Signs up the owner with the setup code and returns the session cookie. Can be called once per product. */
  ownerCookie(): Promise<{ readonly name: string; readonly value: string }>;
  /** Returns the number of live streams that are open now, of pages or of panels. */
  openStreams(path?: '/api/live' | '/api/admin/live'): number;
  /** The accounts; `await accounts.issueSetupCode()` returns the setup code while there is no owner. */
  readonly accounts: Accounts;
  readonly database: Database;
  stop(): Promise<void>;
}

/**
 * Starts the real app with the built pages on a free port, inside the test's own process, so that a test can do what
 * only the owner can: change a setting while pages are open. All other tests use `startProduct`. `dist` is the folder of the built pages.
 */
export const startInProcessProduct = async (
  environment: (mockPlatforms: MockPlatforms) => Record<string, string> = () => ({}),
  more: Partial<AppParts> = {},
  dist = DIST,
): Promise<InProcessProduct> => {
  const mockPlatforms = await startMockPlatforms();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-e2e-'));
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ...GENEROUS_ALLOWANCE,
    ...environment(mockPlatforms),
  });
  const { server, settings, database, accounts } = await createApp({
    ...(await loadBuiltPages(config, dist)),
    config,
    log: createLogger(config.logLevel),
    secret: 'a secret for tests, long enough',
    limits: createGenerousLimits('a secret for tests, long enough'),
    prepare: checkResponses,
    ...more,
  });
  const streams = new Map<ServerResponse, string>();
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.endsWith('/live')) return;
    streams.set(response, request.url);
    response.on('close', () => streams.delete(response));
  });
  const origin = await server.listen({ host: config.host, port: config.port });
  return {
    origin,
    mockPlatforms,
    settings: createOwnerSettings({ settings, database }),
    async ownerCookie() {
      const setupCode = await accounts.issueSetupCode();
      const own = new URL(config.isPublicUrlGiven ? config.publicUrl : origin).origin;
      const answer = await server.inject({
        method: 'POST',
        url: '/api/auth/sign-up',
        headers: { host: new URL(own).host, origin: own, 'sec-fetch-site': 'same-origin' },
        payload: { name: 'Olga', email: 'olga@mail.example', password: 'blue kettle 42', setupCode },
      });
      const [pair = ''] = String(answer.headers['set-cookie']).split(';');
      const end = pair.indexOf('=');
      return { name: pair.slice(0, end), value: pair.slice(end + 1) };
    },
    openStreams: (of = '/api/live') => [...streams.values()].filter((path) => path === of).length,
    accounts,
    database,
    async stop() {
      await server.close();
      await mockPlatforms.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
