import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine } from '../engines/engine.ts';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import { pickMostInformative } from './engine-chain.ts';
import {
  ENGINE_TIMEOUT_MS,
  PREVIEW_TIMEOUT_MS,
  type RunTools,
  type SharedTools,
  startRun,
} from './engine-run.ts';
import type { ResolvedPost } from './resolved-post.ts';

/** Outcome of one engine's run on a link. `ms` is the duration of the run in milliseconds, the time in the queue included. */
export interface Attempt {
  readonly engine: EngineName;
  readonly ms: number;
  readonly outcome: { readonly ok: true; readonly post: ResolvedPost } | EngineFailure;
}

interface CheckTools extends Pick<RunTools<ResolvedPost>, keyof SharedTools | 'finish' | 'route'> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a post with one engine and checks its files, even if the circuit of the engine is open. Returns a failure if the engine does not
 * support the link. Rejects with the reason of the signal in `tools`.
 */
export const checkPost = async (engine: Engine, link: ParsedLink, tools: CheckTools): Promise<Attempt> => {
  const { registry, signal } = tools;
  signal?.throwIfAborted();
  const began = registry.clock.now();
  const name = engine.name;
  if (!engine.supports(link)) return { engine: name, ms: 0, outcome: failed('address_unsupported') };
  const run = startRun(engine, link, {
    ...tools,
    waitMs: PREVIEW_TIMEOUT_MS - ENGINE_TIMEOUT_MS,
    isForced: true,
  });
  const onAbort = (): void => run.stop('left');
  signal?.addEventListener('abort', onAbort, { once: true });
  const end = await run.end;
  signal?.removeEventListener('abort', onAbort);
  signal?.throwIfAborted();
  const outcome =
    end === null ? failed('engine_fault') : end.ok ? { ok: true as const, post: end.result } : end;
  return { engine: name, ms: registry.clock.now() - began, outcome };
};

/**
 * Runs engines one after another until one returns the post, and returns every outcome. Unlike the engine chain, does not stop at a
 * terminal failure, does not start engines in parallel, and also runs an engine whose circuit is open. Does not run an engine that
 * requested a pause, or whose queue is full or too slow; the outcome is then the failure that prevented the run. Rejects with the signal's
 * reason.
 */
export const attemptEngines = async (
  engines: readonly Engine[],
  link: ParsedLink,
  tools: CheckTools,
): Promise<readonly Attempt[]> => {
  const attempts: Attempt[] = [];
  for (const engine of engines) {
    const result = await checkPost(engine, link, tools);
    attempts.push(result);
    if (result.outcome.ok) break;
  }
  return attempts;
};

/** Summarises the engines' attempts at one link: success if one of them returned a post, otherwise the most informative failure. */
export const summariseAttempts = (attempts: readonly Attempt[]): { readonly ok: true } | EngineFailure => {
  const failures = attempts.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome]));
  return failures.length < attempts.length ? { ok: true } : pickMostInformative(failures);
};
