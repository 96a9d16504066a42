import type { FailureMeaning } from '../failures/failure-table.ts';
import { createFaultEvidence, type EvidenceRules } from './fault-evidence.ts';
import type { RunSubject } from './run-subject.ts';

/**
 * The circuit of an engine on one platform opens after BREAKER_FAULTS different posts failed within BREAKER_FAULTS_MS, or half of
 * the last BREAKER_WINDOW_RUNS did, requested from more than one network (fault-evidence.ts). An open circuit
 * is probed every BREAKER_PROBE_MS.
 */
export const BREAKER_FAULTS = 5;
export const BREAKER_FAULTS_MS = 30_000;
export const BREAKER_WINDOW_RUNS = 10;
export const BREAKER_PROBE_MS = 30_000;

/**
 * Assessment of a run: `answered` the engine works, `fault` it is broken, `slow` another engine finished first,
 * `limited` it was rate limited, `cancelled` the run was stopped before it showed anything.
 */
export type RunAssessment = FailureMeaning['breaker'] | 'slow' | 'cancelled';

/** Permission for one run. */
export interface BreakerPass {
  /** Whether this run may close an open circuit. */
  readonly probe: boolean;
  readonly run: RunSubject;
  /** Reports the result of the run. Only the first call has an effect. */
  settle(assessment: RunAssessment): void;
}

export type BreakerState = 'closed' | 'open' | 'probing';

/** Circuit breaker for one engine on one platform. While open, it admits one probe at a time. */
export interface CircuitBreaker {
  state(): BreakerState;
  /** Time from which the next probe may run, in milliseconds of the clock; null while closed. */
  openUntil(): number | null;
  /** Returns whether `admit` would admit this run. */
  admits(run: RunSubject): boolean;
  /** Admits a run: any run while closed, one probe at a time while open once a probe is due. Returns null otherwise. */
  admit(run: RunSubject): BreakerPass | null;
  /** Admits a run in any state; while open it counts as a probe. */
  force(run: RunSubject): BreakerPass;
}

export interface BreakerRules extends EvidenceRules {
  /**
   * Milliseconds between the starts of two probes. Counted from the start, so that a probe that hangs does not delay
   * the next one.
   */
  readonly probeMs: number;
}

const RULES: BreakerRules = {
  faults: BREAKER_FAULTS,
  faultsMs: BREAKER_FAULTS_MS,
  windowRuns: BREAKER_WINDOW_RUNS,
  probeMs: BREAKER_PROBE_MS,
};

/**
 * Stores the network whose evidence may be biased because it may request only bad posts: the only network that saw the
 * faults, or the network of the last probe that did not show that the engine works. Other networks may probe before it.
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
    /** Returns the time from which a network may probe when probes are due at `from`. */
    probeFrom({ network }: RunSubject, from: number): number {
      if (suspected === null) return from;
      if (suspected.isOnlyWitness) return network === suspected.network ? from : 0;
      return network === suspected.network && !isOneNetwork() ? from + probeMs : from;
    },
  };
};

const isBad = (assessment: RunAssessment): boolean => assessment === 'fault' || assessment === 'slow';

/**
 * Creates a closed circuit breaker. `now` returns milliseconds of a monotonic clock; `isOneNetwork` returns whether the
 * posts of a single network are sufficient evidence.
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
  /**
   * Number of times the circuit opened or closed. Results of runs that began before the last transition are ignored.
   */
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
    // A network whose runs are inconclusive or cancelled must not keep the probe to itself.
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
