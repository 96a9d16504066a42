import { YTDLP_RUN_MAX_MS } from '#shared/engine-limits.ts';
import { SIZE_PROOF_TIMEOUT_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { ConnectProxy } from '../../net/connect-proxy.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Engine, EngineFacts, EngineOutcome } from '../engine.ts';
import { failed, withCause } from '../engine-failure.ts';
import { readJson, recordOf, textOf, valueAt } from '../json-value.ts';
import { argumentsFor, proxyVariables, takesLink } from './command.ts';
import { failureOfComplaints, missesImpersonation } from './complaint-failure.ts';
import { createProgramMonitor, OPTIONS_REFUSED, type ProgramMonitor } from './program-monitor.ts';
import { readPost } from './read-post.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

export interface YtDlpEngineOptions {
  /** Where the program is, and the PATH it is run with. */
  readonly program: string;
  readonly searchPath: string;
  /** The only way to the network it is given. */
  readonly proxy: ConnectProxy;
  readonly log: Logger;
  /** Milliseconds a run may take. */
  readonly maxMs?: number;
  /** Milliseconds the program may take to say its version; for tests. */
  readonly lookMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The engine, and the facts about its program. */
export interface YtDlpEngine extends Engine {
  facts(): EngineFacts;
  close(): Promise<void>;
}

const readOutcome = (end: ProgramEnd, link: ParsedLink, monitor: ProgramMonitor): EngineOutcome => {
  if (missesImpersonation(end.complaints)) monitor.observed({ impersonates: false });
  if (end.cut) return withCause(failed('page_unreadable'), 'output_too_large');
  if (end.code === OPTIONS_REFUSED) {
    monitor.refusedOptions();
    return withCause(failed('page_unreadable'), 'options_refused');
  }
  // Without a post it prints 'null', which is JSON as well.
  const value = recordOf(readJson(end.output));
  if (value === null) return failureOfComplaints(end.complaints, link);
  monitor.observed({ version: textOf(valueAt(value, '_version', 'version')) });
  return readPost(value, link);
};

/**
 * Makes the engine that has the program yt-dlp read posts. The program is not part of this product: the owner installs it. It is looked
 * at in the background at once, and again whenever its facts are asked for and the file has changed.
 */
export const createYtDlpEngine = (options: YtDlpEngineOptions): YtDlpEngine => {
  const { program, searchPath, proxy, log, maxMs = YTDLP_RUN_MAX_MS, lookMs, now = Date.now } = options;
  const closing = new AbortController();
  const monitor = createProgramMonitor({ program, searchPath, log, signal: closing.signal, now, lookMs });
  const running = new Set<Promise<unknown>>();
  void monitor.look();

  const run = async (link: ParsedLink, signal: AbortSignal): Promise<ProgramEnd> => {
    const admission = await proxy.admit();
    try {
      const variables = proxyVariables(admission.url);
      return await runProgram({ program, searchPath, args: argumentsFor(link), variables, signal });
    } finally {
      admission.end();
    }
  };

  const kept = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    const forget = (): void => void running.delete(work);
    work.then(forget, forget);
    return work;
  };

  return {
    name: 'yt-dlp',
    // The files it finds are still proven within that time.
    runMs: maxMs + SIZE_PROOF_TIMEOUT_MS,
    supports: takesLink,
    async extract(link, signal) {
      signal.throwIfAborted();
      const ends = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(maxMs)]);
      try {
        return readOutcome(await kept(run(link, ends)), link, monitor);
      } catch (error) {
        signal.throwIfAborted();
        if (ends.aborted) return withCause(failed('upstream_timeout'), 'run_timeout');
        // It could not be started: the owner is to hear of it.
        void monitor.look();
        throw error;
      }
    },
    facts() {
      void monitor.look();
      return monitor.facts();
    },
    async close() {
      closing.abort(new Error('the server is closing'));
      await Promise.allSettled([monitor.look(), ...running]);
    },
  };
};
