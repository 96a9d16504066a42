import { defineConfig } from 'vitest/config';

/** Generous timeout, because tests start a browser, a server and mock platforms; a passing test does not wait for it. */
const BROWSER_TIMEOUT_MS = 120_000;
const SERVER_TIMEOUT_MS = 30_000;
/** Timeout of `expect.poll`: long enough for a busy machine, shorter than the test timeout. */
const POLL = { timeout: 15_000, interval: 50 };

const unit = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`src/${folder}/**/*.test.{ts,tsx}`] },
});

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      unit('shared', 'shared'),
      unit('server', 'server'),
      unit('web', 'web'),
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{integration,mock-platforms}/**/*.test.ts'],
          globalSetup: ['tests/integration/database/postgres-setup.ts'],
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
          expect: { poll: POLL },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Each file starts its own browser and server; run in parallel they would slow each other down.
          fileParallelism: false,
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
          expect: { poll: POLL },
        },
      },
    ],
  },
});
