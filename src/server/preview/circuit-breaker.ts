import { BREAKER_FAULTS, BREAKER_FAULTS_MS, BREAKER_JUDGED_LAST, BREAKER_PROBE_MS } from '#shared/limits.ts';

/**
 * What a run says of its engine: `answered` it works, `fault` it does not, `slow` another engine overtook it, `limited` it was
 * asked to wait, `cut` it was called off before anything could be said.
 */
export type RunSign = 'answered' | 'fault' | 'slow' | 'limited' | 'cut';

/** Leave to run once. */
export interface BreakerPass {
  /** Whether the breaker is to learn from this run that the engine works again. */
  readonly probe: boolean;
  /** Tells what came of the run; only the first word counts. */
  settle(sign: RunSign): void;
}

export type BreakerState = 'closed' | 'open' | 'probing';

/** Keeps an engine that fails on one platform from being asked, but for a single run now and then. */
export interface CircuitBreaker {
  state(): BreakerState;
  /** From when on the next probe may run, milliseconds of the clock; null while closed. */
  openUntil(): number | null;
  /** Whether `admit` would let a run pass. */
  admits(): boolean;
  /** Lets a run pass: any while closed, one probe at a time when one is due; otherwise null. */
  admit(): BreakerPass | null;
  /** Lets a run pass that somebody wants whatever the state; while open it counts as a probe. */
  force(): BreakerPass;
}

export interface BreakerRules {
  /** So many faults within `faultsMs` open it. */
  readonly faults: number;
  readonly faultsMs: number;
  /** Half of so many last runs do too. */
  readonly judgedLast: number;
  readonly probeMs: number;
}

const RULES: BreakerRules = {
  faults: BREAKER_FAULTS,
  faultsMs: BREAKER_FAULTS_MS,
  judgedLast: BREAKER_JUDGED_LAST,
  probeMs: BREAKER_PROBE_MS,
};

/** Makes a closed breaker. `now` gives milliseconds of a clock that only goes forward. */
export const createCircuitBreaker = (now: () => number, rules: BreakerRules = RULES): CircuitBreaker => {
  let faults: readonly number[] = [];
  let last: readonly boolean[] = [];
  let probeFrom: number | null = null;
  let probe: BreakerPass | null = null;
  /** A run that began before the breaker moved says nothing of how things are now. */
  let moves = 0;

  const move = (next: number | null): void => {
    if ((next === null) !== (probeFrom === null)) moves += 1;
    probeFrom = next;
    faults = [];
    last = [];
  };

  const count = (sign: RunSign): void => {
    if (sign === 'limited' || sign === 'cut') return;
    const at = now();
    if (sign === 'fault') faults = [...faults.filter((time) => at - time < rules.faultsMs), at];
    last = [...last, sign !== 'answered'].slice(-rules.judgedLast);
    const bad = last.filter(Boolean).length;
    const half = last.length === rules.judgedLast && bad * 2 >= rules.judgedLast;
    if (faults.length >= rules.faults || half) move(at + rules.probeMs);
  };

  const learn = (sign: RunSign, onlyProbe: boolean): void => {
    if (sign === 'answered') move(null);
    else if (sign === 'fault' || sign === 'slow') {
      // The next probe is counted from the start of this one: one that hangs must not put it off by its own time.
      if (!onlyProbe) move(now() + rules.probeMs);
    } else if (sign === 'cut' && onlyProbe) move(now());
  };

  const pass = (asProbe: boolean, onlyProbe: boolean): BreakerPass => {
    const began = moves;
    let settled = false;
    const made: BreakerPass = {
      probe: asProbe,
      settle(sign) {
        if (settled) return;
        settled = true;
        if (probe === made) probe = null;
        if (began !== moves) return;
        if (asProbe) learn(sign, onlyProbe);
        else count(sign);
      },
    };
    return made;
  };

  const admits = (): boolean => probeFrom === null || (probe === null && now() >= probeFrom);

  return {
    state: () => (probeFrom === null ? 'closed' : probe === null ? 'open' : 'probing'),
    openUntil: () => probeFrom,
    admits,
    admit() {
      if (!admits()) return null;
      if (probeFrom === null) return pass(false, false);
      probeFrom = now() + rules.probeMs;
      probe = pass(true, true);
      return probe;
    },
    force: () => pass(probeFrom !== null, false),
  };
};
