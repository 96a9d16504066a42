import { BREAKER_FAULTS, BREAKER_FAULTS_MS, BREAKER_PROBE_MS, BREAKER_WINDOW_RUNS } from '#shared/limits.ts';
import { createFaultEvidence, type EvidenceRules } from './fault-evidence.ts';
import type { RunSubject } from './run-subject.ts';

/**
 * What a run says of its engine: `answered` it works, `fault` it does not, `slow` another engine overtook it, `limited` it was
 * asked to wait, `cancelled` it was called off before anything could be said.
 */
export type RunAssessment = 'answered' | 'fault' | 'slow' | 'limited' | 'cancelled';

/** Leave to run once. */
export interface BreakerPass {
  /** Whether the breaker is to learn from this run that the engine works again. */
  readonly probe: boolean;
  readonly run: RunSubject;
  /** Tells what came of the run; only the first word counts. */
  settle(assessment: RunAssessment): void;
}

export type BreakerState = 'closed' | 'open' | 'probing';

/** Keeps an engine that fails on one platform from being asked, but for a single run now and then. */
export interface CircuitBreaker {
  state(): BreakerState;
  /** From when on the next probe may run, milliseconds of the clock; null while closed. */
  openUntil(): number | null;
  /** Whether `admit` would let this run pass. */
  admits(run: RunSubject): boolean;
  /** Lets a run pass: any while closed, one probe at a time when one is due; otherwise null. */
  admit(run: RunSubject): BreakerPass | null;
  /** Lets a run pass whatever the state; while open it counts as a probe. */
  force(run: RunSubject): BreakerPass;
}

export interface BreakerRules extends EvidenceRules {
  /** Counted from the start of a probe: one that hangs must not put off the next by its own time. */
  readonly probeMs: number;
}

const RULES: BreakerRules = {
  faults: BREAKER_FAULTS,
  faultsMs: BREAKER_FAULTS_MS,
  windowRuns: BREAKER_WINDOW_RUNS,
  probeMs: BREAKER_PROBE_MS,
};

/**
 * Remembers the only network that saw the faults, or the one whose probe was the last not to show that the engine works: others
 * probe before it does, because it may ask for bad posts only.
 */
const createSuspect = (probeMs: number, isOneNetwork: () => boolean) => {
  let suspected: { readonly network: string; readonly isOnlyWitness: boolean } | null = null;
  return {
    set({ network }: RunSubject, isOnlyWitness: boolean): void {
      suspected = { network, isOnlyWitness };
    },
    clear(): void {
      suspected = null;
    },
    /** From when on a network may probe, where probes are due `from` then. */
    probeFrom({ network }: RunSubject, from: number): number {
      if (suspected === null) return from;
      if (suspected.isOnlyWitness) return network === suspected.network ? from : 0;
      return network === suspected.network && !isOneNetwork() ? from + probeMs : from;
    },
  };
};

const isBad = (assessment: RunAssessment): boolean => assessment === 'fault' || assessment === 'slow';

/**
 * Creates a closed breaker. `now` gives milliseconds of a clock that only goes forward; `isOneNetwork` tells whether the posts of
 * a single network are evidence enough.
 */
export const createCircuitBreaker = (
  now: () => number,
  rules: BreakerRules = RULES,
  isOneNetwork: () => boolean = () => false,
): CircuitBreaker => {
  const evidence = createFaultEvidence(now, rules, isOneNetwork);
  const suspect = createSuspect(rules.probeMs, isOneNetwork);
  let probeFrom: number | null = null;
  let probe: BreakerPass | null = null;
  /** A run that began before the breaker moved says nothing of how things are now. */
  let transitions = 0;

  const transition = (next: number | null): void => {
    if ((next === null) !== (probeFrom === null)) transitions += 1;
    probeFrom = next;
    for (const known of [suspect, evidence]) known.clear();
  };

  const recordRun = (run: RunSubject, assessment: RunAssessment): void => {
    if (assessment === 'limited' || assessment === 'cancelled') return;
    evidence.add(run, assessment);
    if (!evidence.isConclusive()) return;
    transition(now() + rules.probeMs);
    if (isOneNetwork()) suspect.set(run, true);
  };

  const recordProbe = (run: RunSubject, assessment: RunAssessment, isExclusive: boolean): void => {
    if (assessment === 'answered') transition(null);
    // A network whose posts say nothing of the engine, or whose visitors leave, must not hold the probe.
    else if (isBad(assessment) || isExclusive) suspect.set(run, false);
    if (isBad(assessment) && !isExclusive) probeFrom = now() + rules.probeMs;
    if (assessment === 'cancelled' && isExclusive) probeFrom = now();
  };

  const createPass = (run: RunSubject, isProbe: boolean, isExclusive: boolean): BreakerPass => {
    const began = transitions;
    let settled = false;
    const made: BreakerPass = {
      probe: isProbe,
      run,
      settle(assessment) {
        if (settled) return;
        settled = true;
        if (probe === made) probe = null;
        if (began !== transitions) return;
        (isProbe ? recordProbe : recordRun)(run, assessment, isExclusive);
      },
    };
    return made;
  };

  const admits = (run: RunSubject): boolean =>
    probeFrom === null || (probe === null && now() >= suspect.probeFrom(run, probeFrom));

  return {
    state: () => (probeFrom === null ? 'closed' : probe === null ? 'open' : 'probing'),
    openUntil: () => probeFrom,
    admits,
    admit(run) {
      if (!admits(run)) return null;
      if (probeFrom === null) return createPass(run, false, false);
      probeFrom = now() + rules.probeMs;
      probe = createPass(run, true, true);
      return probe;
    },
    force: (run) => createPass(run, probeFrom !== null, false),
  };
};
