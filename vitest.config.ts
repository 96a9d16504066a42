import { defineConfig } from 'vitest/config';

/** A browser, a server and mock platforms have to start; a slow machine gets time, nothing waits for it otherwise. */
const BROWSER_TIMEOUT_MS = 120_000;
const SERVER_TIMEOUT_MS = 30_000;
/** How long `expect.poll` waits: long enough for a busy machine, short enough to end before the test's own time. */
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
          // Each file starts a browser and a server of its own; side by side they would measure each other.
          fileParallelism: false,
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
          expect: { poll: POLL },
        },
      },
    ],
  },
});
