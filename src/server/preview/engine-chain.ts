import type { EngineName } from '#shared/contract/content-type.ts';
import type { VerdictCode } from '#shared/errors.ts';
import { ENGINE_TIMEOUT_MS, PREVIEW_TIMEOUT_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine, EngineOutcome, EngineVerdict, ExtractedPost } from '../engines/engine.ts';
import type { Logger } from '../observability/logger.ts';

export type ChainOutcome<Result> = { readonly ok: true; readonly result: Result } | EngineVerdict;

/** Makes what is offered of an engine's post; null when nothing of it can be saved, and the next engine is asked. */
export type Finish<Result> = (post: ExtractedPost, engine: EngineName) => Promise<Result | null>;

/** The most telling failure is the one reported when every engine failed (facts/extraction: private > gone > limited > rest). */
const MOST_TELLING_FIRST: readonly VerdictCode[] = [
  'private',
  'gone',
  'rate_limited',
  'no_media',
  'failed',
  'network',
  'link_invalid',
];

const NO_ENGINE: EngineVerdict = { ok: false, code: 'failed', definite: false, reason: 'no_engine' };
/** The post was read, but the delivery network gives nothing of it. */
const NOTHING_LEFT: EngineVerdict = {
  ok: false,
  code: 'no_media',
  definite: false,
  reason: 'upstream_error',
};
const TIMED_OUT: EngineVerdict = { ok: false, code: 'failed', definite: false, reason: 'upstream_timeout' };
const BROKEN: EngineVerdict = { ok: false, code: 'failed', definite: false, reason: 'page_unreadable' };

export interface ChainTimes {
  readonly engineMs: number;
  readonly chainMs: number;
}

/** One run of an engine, or of the whole chain (`engine` is null), for whoever keeps count. */
export interface ChainRun {
  readonly platform: ParsedLink['platform'];
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | EngineVerdict;
}
export type ObserveRun = (run: ChainRun) => void;

export interface ChainTools {
  readonly log: Logger;
  readonly observe?: ObserveRun | undefined;
  readonly times?: ChainTimes;
}

const DEFAULT_TIMES: ChainTimes = { engineMs: ENGINE_TIMEOUT_MS, chainMs: PREVIEW_TIMEOUT_MS };

/** Runs one engine within its time; an engine that ignores its signal is left behind, not waited for. */
const runEngine = async (
  engine: Engine,
  link: ParsedLink,
  ms: number,
  log: Logger,
): Promise<EngineOutcome> => {
  const deadline = AbortSignal.timeout(ms);
  const late = new Promise<EngineOutcome>((resolve) => {
    deadline.addEventListener('abort', () => resolve(TIMED_OUT), { once: true });
  });
  const work = engine.extract(link, deadline).catch((error: unknown): EngineOutcome => {
    if (deadline.aborted) return TIMED_OUT;
    log.error({ err: error, engine: engine.name, platform: link.platform }, 'engine fault');
    return BROKEN;
  });
  return Promise.race([work, late]);
};

const mostTelling = (verdicts: readonly EngineVerdict[]): EngineVerdict =>
  [...verdicts].sort(
    (a, b) =>
      Number(a.weak ?? false) - Number(b.weak ?? false) ||
      MOST_TELLING_FIRST.indexOf(a.code) - MOST_TELLING_FIRST.indexOf(b.code),
  )[0] ?? NO_ENGINE;

/**
 * Asks the engines in the owner's order. A post of which something can be saved, or a definite verdict (private, gone), ends the
 * chain, anything else moves on;
 * when all have failed the most telling verdict is given. Never rejects: an engine's own fault counts as a failure of that engine.
 */
export const runChain = async <Result>(
  engines: readonly Engine[],
  link: ParsedLink,
  finish: Finish<Result>,
  { log, observe, times = DEFAULT_TIMES }: ChainTools,
): Promise<ChainOutcome<Result>> => {
  const { platform } = link;
  const ends = performance.now() + times.chainMs;
  const verdicts: EngineVerdict[] = [];
  for (const engine of engines.filter((one) => one.supports(link))) {
    const left = Math.min(engine.runMs ?? times.engineMs, ends - performance.now());
    if (left <= 0) break;
    const started = performance.now();
    const outcome = await runEngine(engine, link, Math.ceil(left), log);
    observe?.({ platform, engine: engine.name, ms: performance.now() - started, outcome });
    if (outcome.ok) {
      const result = await finish(outcome.post, engine.name);
      if (result !== null) return { ok: true, result };
      verdicts.push(NOTHING_LEFT);
      continue;
    }
    if (outcome.definite) return outcome;
    verdicts.push(outcome);
  }
  return mostTelling(verdicts);
};
