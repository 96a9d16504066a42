import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import { type DataDirectoryLock, lockDataDirectory } from '../db/sqlite/lock-data-directory.ts';
import type { Logger } from '../observability/logger.ts';
import { createSiteCounters } from './site-counters.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface PrimaryParts {
  readonly config: Config;
  readonly log: Logger;
  /** Master secret. */
  readonly secret: string;
  readonly fork: () => WorkerProcess;
  /** Called once when the workers end again and again, with the reason. */
  readonly onCrashLoop: (reason: string) => void;
}

/** The primary of running workers. */
export interface Primary extends Pick<Supervisor, 'stop' | 'killAll' | 'exitCode'> {
  /** Address at which all workers listen. */
  readonly address: string;
  /** Returns the code with which the owner creates the first account; null when there is an owner. */
  issueSetupCode(): Promise<string | null>;
}

/** Name of the question for the setup code, which one worker stores and the primary prints. */
export const SETUP_CODE = 'setup code';

/**
 * Locks DATA_DIR for all workers, starts them and resolves when all listen. Throws StartError when another server uses DATA_DIR, or with
 * the reason of the first worker that cannot start.
 */
export const startPrimary = async ({
  config,
  log,
  secret,
  fork,
  onCrashLoop,
}: PrimaryParts): Promise<Primary> => {
  const cores = availableParallelism();
  if (config.webConcurrency > cores)
    log.warn(
      { workers: config.webConcurrency, cores },
      'WEB_CONCURRENCY is larger than the number of cores: more workers than cores only take memory',
    );
  const lock: DataDirectoryLock | null =
    config.databaseUrl === null ? await lockDataDirectory(config.dataDir) : null;
  const counters = createSiteCounters({ config, secret });
  const supervisor = createSupervisor({
    count: config.webConcurrency,
    fork,
    log,
    onCrashLoop,
    answer(name, payload, asking) {
      const counter = Object.hasOwn(counters, name) ? counters[name as keyof typeof counters] : undefined;
      if (counter === undefined) throw new Error(`the primary has no answer to "${name}"`);
      // The workers run this version, so the payload is what the counter takes.
      return (counter as (payload: unknown, asking: unknown) => unknown)(payload, asking);
    },
  });
  const address = await supervisor.start();
  return {
    address,
    issueSetupCode: async () => {
      const code = await supervisor.askDuty(SETUP_CODE, null);
      return typeof code === 'string' ? code : null;
    },
    async stop() {
      await supervisor.stop();
      lock?.release();
    },
    killAll: () => supervisor.killAll(),
    exitCode: () => supervisor.exitCode(),
  };
};
