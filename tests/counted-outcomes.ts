import type { CounterRow, LastSeenRow } from '../src/server/base/db/tables.ts';
import { STEP_MS } from '../src/server/health/counters/counters.ts';
import { createOutcomeRecorder } from '../src/server/health/counters/outcomes.ts';
import { buildStatus, type StatusFacts } from '../src/server/health/status/build-status.ts';
import { byPlatform } from '../src/shared/platforms/platforms.ts';

type IsSkipped = NonNullable<Parameters<typeof createOutcomeRecorder>[0]['isSkipped']>;

/** Creates outcomes that are counted in memory instead of a database, and the status that follows from them. */
export const createCountedOutcomes = (now: () => number, isSkipped: IsSkipped = () => false) => {
  const counts = new Map<string, CounterRow>();
  const seen = new Map<string, LastSeenRow>();
  const outcomes = createOutcomeRecorder({
    counters: {
      add(kind, platform, outcome, { engine = '', bytes = 0 } = {}) {
        const step = Math.floor(now() / STEP_MS) * STEP_MS;
        const key = [step, kind, platform, engine, outcome].join(' ');
        const { count } = counts.get(key) ?? { count: 0 };
        counts.set(key, { step, kind, platform, engine, outcome, count: count + 1, bytes });
      },
      recordSeen(kind, platform, engine = '') {
        seen.set([kind, platform, engine].join(' '), { kind, platform, engine, at: now() });
      },
    },
    isSkipped,
    now,
  });
  const facts = (): StatusFacts => ({
    past: new Map(),
    rows: [...counts.values()],
    seen: [...seen.values()],
    failedChecks: byPlatform(() => null),
  });
  return {
    ...outcomes,
    facts,
    /** Returns how often an outcome was counted, as 'native failed' or, for a whole preview, ' worked'. */
    judged: (): ReadonlyMap<string, number> => {
      const judged = new Map<string, number>();
      for (const { kind, engine, outcome, count } of facts().rows) {
        const name = `${engine} ${outcome}`;
        if (kind === 'judged') judged.set(name, (judged.get(name) ?? 0) + count);
      }
      return judged;
    },
    status: (isOn = byPlatform(() => true)) => buildStatus(facts(), isOn, now()),
  };
};
