import { ENGINE_RUN_MIN_MS, ENGINE_TIMEOUT_MS, PREVIEW_TIMEOUT_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine, EngineVerdict } from '../engines/engine.ts';
import type { Logger } from '../observability/logger.ts';
import type { EngineDesk } from './engine-desk.ts';
import { type ChainOutcome, type EngineRun, type Finish, type ObserveRun, startRun } from './engine-run.ts';
import { mostTelling, TIMED_OUT } from './engine-verdicts.ts';

export interface ChainTimes {
  readonly engineMs: number;
  readonly chainMs: number;
}

export interface ChainTools {
  readonly desk: EngineDesk;
  readonly log: Logger;
  readonly observe?: ObserveRun | undefined;
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
  readonly times?: ChainTimes;
}

const DEFAULT_TIMES: ChainTimes = { engineMs: ENGINE_TIMEOUT_MS, chainMs: PREVIEW_TIMEOUT_MS };

/**
 * Asks the engines in the owner's order (docs/adr/0015). A post of which something can be saved, or a definite verdict
 * (private, gone), ends the chain; any other end of a run moves on, and so does a run that is slow, beside which the next
 * engine starts. When all have failed the most telling verdict is given. An engine's own fault counts as a failure of that
 * engine. Rejects only with the reason of `signal`.
 */
export const runChain = <Result>(
  engines: readonly Engine[],
  link: ParsedLink,
  finish: Finish<Result>,
  { desk, log, observe, signal, times = DEFAULT_TIMES }: ChainTools,
): Promise<ChainOutcome<Result>> =>
  new Promise((resolve, reject) => {
    const { clock } = desk;
    const ends = clock.now() + times.chainMs;
    const waiting = new Set(engines.filter((engine) => engine.supports(link)));
    const running = new Set<EngineRun<Result>>();
    const verdicts: EngineVerdict[] = [];
    let callOffHedge = (): void => undefined;

    /** Beside another run only an engine that is well is asked; the others keep their turn. */
    const take = (beside: boolean): Engine | null => {
      for (const engine of waiting) {
        const place = desk.of(engine.name, link.platform);
        const held = place.held();
        if (beside && (held !== null || place.resting())) continue;
        waiting.delete(engine);
        if (held === null) return engine;
        verdicts.push(held);
      }
      return null;
    };

    const start = (beside: boolean): void => {
      const engine = take(beside);
      if (engine === null) return;
      const place = desk.of(engine.name, link.platform);
      // Whether a probe brings anything is anybody's guess: the visitor does not wait for it.
      const slowAfterMs = place.resting() ? 0 : place.slowAfterMs();
      const waitMs = Math.max(0, ends - clock.now() - ENGINE_RUN_MIN_MS);
      const run = startRun(engine, link, { desk, finish, log, observe, runMs: times.engineMs, waitMs });
      running.add(run);
      run.end.then((outcome) => settle(run, outcome)).catch(reject);
      callOffHedge();
      callOffHedge = clock.after(slowAfterMs, () => start(true));
    };

    const stopAll = (why: (run: EngineRun<Result>) => 'overtaken' | 'over' | 'left'): void => {
      callOffHedge();
      callOffDeadline();
      signal?.removeEventListener('abort', onAbort);
      for (const run of running) run.stop(why(run));
      running.clear();
      waiting.clear();
    };

    const settle = (run: EngineRun<Result>, outcome: ChainOutcome<Result> | null): void => {
      if (outcome === null || !running.has(run)) return;
      if (outcome.ok || outcome.definite) {
        const earlier = [...running].slice(0, [...running].indexOf(run));
        stopAll((other) => (earlier.includes(other) ? 'overtaken' : 'over'));
        resolve(outcome);
        return;
      }
      running.delete(run);
      verdicts.push(outcome);
      goOn();
    };

    const goOn = (): void => {
      if (running.size === 0) start(false);
      if (running.size > 0) return;
      stopAll(() => 'over');
      resolve(mostTelling(verdicts));
    };

    const onAbort = (): void => {
      stopAll(() => 'left');
      reject(signal?.reason);
    };
    const callOffDeadline = clock.after(times.chainMs, () => {
      stopAll(() => 'over');
      resolve(mostTelling([...verdicts, TIMED_OUT]));
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    else goOn();
  });
