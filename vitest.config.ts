import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { IS_FULL } from './tests/test-scope.ts';

/** A slow machine gets time to start a browser, a server and mock platforms; nothing else waits this long. */
const BROWSER_TIMEOUT_MS = 120_000;
const SERVER_TIMEOUT_MS = 60_000;
const UNIT_TIMEOUT_MS = 30_000;
/** How long `expect.poll` waits: long enough for a busy machine, short enough to end before the test's own timeout. */
const POLL = { timeout: 15_000, interval: 50 };
/** One more than the processors of a small machine, because many tests wait for a time to pass. */
const WORKERS = availableParallelism() + 1;

/**
 * Selects the test files of a folder. `npm test` runs all but `*.full.test.ts`. `npm run test:full` runs these, and the longer
 * form of those that have one: `*.matrix.test.ts` and `*reliability.test.ts`.
 */
const filesOf = (folder: string): { include: string[]; exclude: string[] } =>
  IS_FULL
    ? {
        include: [`${folder}/**/*.{full,matrix}.test.{ts,tsx}`, `${folder}/**/*reliability.test.ts`],
        exclude: [],
      }
    : { include: [`${folder}/**/*.test.{ts,tsx}`], exclude: [`${folder}/**/*.full.test.{ts,tsx}`] };

/**
 * Files that replace a module, or measure processor time: each needs modules and a heap of its own, where all others share those of
 * their worker.
 */
const REPLACING = globSync('{src,tests/integration}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) => /vi\.mock\(|threadCpuUsage\(/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
);

const apartFromReplacing = (...folders: string[]): { include: string[]; exclude: string[] } => {
  const files = folders.map(filesOf);
  return {
    include: files.flatMap(({ include }) => include),
    exclude: [...files.flatMap(({ exclude }) => exclude), ...REPLACING],
  };
};

const unit = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, ...apartFromReplacing(folder) },
});

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: UNIT_TIMEOUT_MS,
    expect: { poll: POLL },
    maxWorkers: WORKERS,
    // Loading the program for every file would take a third of the time.
    isolate: false,
    // So that no test leaves a replaced function to the next one.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      unit('shared', 'src/shared'),
      unit('server', 'src/server'),
      unit('web', 'src/web'),
      {
        extends: true,
        test: {
          name: 'replaced-modules',
          include: IS_FULL ? REPLACING.filter((file) => file.includes('.matrix.')) : REPLACING,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          ...filesOf('tests/architecture'),
          testTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          ...apartFromReplacing('tests/integration', 'tests/mock-platforms'),
          globalSetup: ['tests/integration/database/postgres-setup.ts'],
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [...filesOf('tests/e2e').include, ...filesOf('tests/specification').include],
          exclude: [...filesOf('tests/e2e').exclude, ...filesOf('tests/specification').exclude],
          // The files of a worker share its browser, too (tests/e2e/browser.ts). After the others, so that each has the processors.
          sequence: { groupOrder: 1 },
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
        },
      },
    ],
  },
});
