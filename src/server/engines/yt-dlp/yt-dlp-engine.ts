import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { ConnectProxy } from '../../outbound/connect-proxy.ts';
import { type EngineOutcome, failed } from '../../platforms/failures.ts';
import { readJson, recordOf, textOf, valueAt } from '../../platforms/reading/json-value.ts';
import type { ServerPlatform } from '../../platforms/server-platform.ts';
import { SERVER_PLATFORMS, serverPlatformOf } from '../../platforms/server-platforms.ts';
import { type Engine, SIZE_PROOF_TIMEOUT_MS } from '../engine.ts';
import { createProgramMonitor, OPTIONS_REFUSED, type ProgramMonitor } from './program-monitor.ts';
import { readPost } from './read-post.ts';
import { type ProgramResult, runProgram } from './run-program.ts';
import { failureFromStderr, lacksImpersonation } from './stderr-failure.ts';

/** Extractors of the platforms' posts, in yt-dlp's syntax. */
const EXTRACTORS = Object.values(SERVER_PLATFORMS)
  .map(({ ytDlp }) => ytDlp.extractor)
  .join(',');

/** Returns whether yt-dlp can read a link. It reads only single public posts. */
const supportsLink = ({ platform, kind }: ParsedLink): boolean =>
  serverPlatformOf(platform)?.ytDlp.kinds.has(kind) ?? false;

/**
 * Builds the yt-dlp arguments that print the data of the post at `address` as JSON without saving files. Warnings stay enabled, because
 * they report missing impersonation and refusals. Only the extractors of the platforms are allowed, because the generic extractor would
 * request any URL that it is redirected to.
 */
const buildArguments = (address: string): readonly string[] => [
  '--ignore-config',
  '--no-update',
  '--no-cache-dir',
  '--no-plugin-dirs',
  '--no-playlist',
  '--dump-single-json',
  '--no-progress',
  ...['--color', 'never'],
  ...['--socket-timeout', '10'],
  ...['--retries', '1'],
  ...['--extractor-retries', '1'],
  '--ignore-no-formats-error',
  ...['--use-extractors', EXTRACTORS],
  '--',
  address,
];

/**
 * Builds the environment variables that route all requests of yt-dlp through the proxy. The proxy URL contains a credential, so it is not
 * passed as an argument: every user of the machine can list arguments, but only the user that runs a program can read the program's
 * environment. yt-dlp and the programs that it starts read the lower-case names for every scheme.
 */
const proxyEnvironment = (proxyUrl: string): Readonly<Record<string, string>> => ({
  http_proxy: proxyUrl,
  https_proxy: proxyUrl,
  all_proxy: proxyUrl,
});

const YTDLP_RUN_MAX_MS = 25_000;

export interface YtDlpEngineOptions {
  /** Returns the path of the program; null if there is none. Called for every run, so that a change of the program needs no restart. */
  readonly program: () => string | null;
  /** PATH variable that the program runs with. */
  readonly searchPath: string;
  /** Proxy for all requests of the program. */
  readonly proxy: ConnectProxy;
  /** Routes that the runs can use; only the direct route if absent. */
  readonly routes?: readonly OutboundRoute[];
  readonly log: Logger;
  /** Whether to check the program when the engine is created; true if absent. */
  readonly checksAtStart?: boolean;
  /** Time limit of a run, in milliseconds. */
  readonly maxMs?: number;
  /** Time limit of each program call of a check, in milliseconds; for tests. */
  readonly checkTimeoutMs?: number;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
}

/** Engine that runs yt-dlp. It always has the functions that are optional for other engines. */
export type YtDlpEngine = ReturnType<typeof createYtDlpEngine>;

/** Path of the program that a run used, and the result of the run. */
interface FinishedRun {
  readonly ranProgram: string;
  readonly result: ProgramResult;
}

const readOutcome = (
  { ranProgram, result }: FinishedRun,
  link: ParsedLink,
  platform: ServerPlatform,
  monitor: ProgramMonitor,
): EngineOutcome => {
  if (lacksImpersonation(result.stderr)) monitor.recordRun(ranProgram, { impersonates: false });
  if (result.isTruncated) return failed('output_too_large');
  if (result.code === OPTIONS_REFUSED) {
    monitor.recordOptionsRefused(ranProgram);
    return failed('options_refused');
  }
  // Without a post, yt-dlp prints 'null', which is valid JSON.
  const value = recordOf(readJson(result.stdout));
  if (value === null) return failureFromStderr(result.stderr, link);
  monitor.recordRun(ranProgram, { version: textOf(valueAt(value, '_version', 'version')) });
  return readPost(value, link, platform);
};

/**
 * Creates the engine that reads posts with yt-dlp, which the owner installs separately. The engine checks the program in the background: at
 * once (`checksAtStart`), when `facts` is called after the file has changed, and after a run that could not start.
 */
export const createYtDlpEngine = (options: YtDlpEngineOptions) => {
  const { program, searchPath, proxy, log, checkTimeoutMs } = options;
  const { maxMs = YTDLP_RUN_MAX_MS, now = Date.now, routes = ['direct'], checksAtStart = true } = options;
  const closing = new AbortController();
  const monitor = createProgramMonitor({
    program,
    searchPath,
    log,
    signal: closing.signal,
    now,
    checkTimeoutMs,
  });
  const running = new Set<Promise<unknown>>();
  if (checksAtStart) void monitor.check();

  const run = async (address: string, route: OutboundRoute, signal: AbortSignal): Promise<FinishedRun> => {
    const ranProgram = program();
    if (ranProgram === null) throw new Error('the engine is not set up');
    const session = await proxy.openSession(route);
    try {
      const variables = proxyEnvironment(session.url);
      const args = buildArguments(address);
      return {
        ranProgram,
        result: await runProgram({ program: ranProgram, searchPath, args, variables, signal }),
      };
    } finally {
      session.end();
    }
  };

  const trackRun = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    const untrack = (): void => void running.delete(work);
    work.then(untrack, untrack);
    return work;
  };

  return {
    name: 'yt-dlp',
    // This time includes the verification of the file sizes.
    runMs: maxMs + SIZE_PROOF_TIMEOUT_MS,
    routes,
    isSetUp: () => program() !== null,
    supports: supportsLink,
    async extract(link, signal, { route = routes[0] ?? 'direct' } = {}) {
      signal.throwIfAborted();
      const platform = serverPlatformOf(link.platform);
      if (platform === null) return failed('address_unsupported');
      const runSignal = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(maxMs)]);
      try {
        const finished = await trackRun(run(platform.ytDlp.addressOf(link), route, runSignal));
        return readOutcome(finished, link, platform, monitor);
      } catch (error) {
        signal.throwIfAborted();
        if (runSignal.aborted) return failed('run_timeout');
        // The program could not be started. The check updates the facts that the owner sees.
        void monitor.check();
        throw error;
      }
    },
    facts() {
      void monitor.check();
      return monitor.facts();
    },
    async close() {
      closing.abort(new Error('the server is closing'));
      await Promise.allSettled([monitor.check(), ...running]);
    },
  } satisfies Engine;
};
