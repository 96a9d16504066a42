import { createHmac, randomBytes } from 'node:crypto';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { type Requester, type Requesters, shareOf } from '../limits/requester.ts';
import type { FailureRow } from './failures.ts';

/** Post and requesting network of an engine's run, as hashes that nobody can reverse without a key in the memory of the process. */
export interface RunSubject {
  readonly post: string;
  readonly network: string;
  /** Kind of requester: visitors, refreshed media links (`refresh`), the owner (`operator`) or the server's own checks (`monitor`). */
  readonly budget: Requester['budget'];
  /** Whether at most one network of visitors requested a post in the last hour. */
  readonly isOnlyNetwork: boolean;
}

/** Milliseconds without a request for a post by another network, after which the site counts as used by a single network. */
export const NETWORKS_SEEN_MS = 60 * 60 * 1_000;

/** Post and network of a run as the status statistics receive them. */
export type CountedSubject = Omit<RunSubject, 'budget'>;

/**
 * Creates the functions that describe a run by hashes of its post and network. The random key of the hashes lives as long as the process.
 * The functions share a memory of the networks whose visitors use the site. `now` returns milliseconds.
 */
export const createRunSubjects = (now: () => number) => {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  /** The last two networks whose visitors requested a post: enough to decide whether several networks use the site. */
  let seen: readonly { readonly network: string; readonly at: number }[] = [];

  const see = ({ network, budget }: Pick<RunSubject, 'network' | 'budget'>): void => {
    if (budget === 'visitor')
      seen = [{ network, at: now() }, ...seen.filter((one) => one.network !== network)].slice(0, 2);
  };

  const isOneNetwork = (): boolean => seen.filter(({ at }) => now() - at < NETWORKS_SEEN_MS).length < 2;

  return {
    /** Returns the subject for the status statistics; undefined for a run by the monitor, because each of those runs counts. */
    countedSubjectOf: ({ budget, ...subject }: RunSubject): CountedSubject | undefined =>
      budget === 'monitor' ? undefined : subject,
    /**
     * Returns the subject of a run that starts now, for the first of the requesters, and records the network of that requester if it is a
     * visitor. Throws Error if there is no requester.
     */
    subjectOf({ platform, kind, id }: ParsedLink, requesters: Requesters): RunSubject {
      const [requester] = requesters.values();
      if (requester === undefined) throw new Error('a run without a requester');
      const network = hash(shareOf(requester)[0]);
      see({ network, budget: requester.budget });
      const post = hash(`${platform} ${kind === 'story' ? 'story' : 'post'} ${id}`);
      return { post, network, budget: requester.budget, isOnlyNetwork: isOneNetwork() };
    },
  };
};

/** Assessments of runs that show whether an engine or a kind of page works. */
type EvidenceAssessment = 'answered' | 'fault' | 'slow';

interface Entry {
  readonly network: string;
  readonly assessment: EvidenceAssessment;
  readonly at: number;
}

const EVENTS_MAX = 200;
const EVENT_LIFETIME_MS = 60 * 60 * 1_000;

/** Returns how many of the `needed` faults one network can contribute: half of them, rounded up. */
const contributionOf = (needed: number): number => Math.ceil(needed / 2);

/** Returns the newest `max` entries of each network, newest first. */
const newestOf = (entries: readonly Entry[], max: number): readonly Entry[] => {
  const taken = new Map<string, number>();
  return entries.toReversed().filter(({ network }) => {
    const before = taken.get(network) ?? 0;
    taken.set(network, before + 1);
    return before < max;
  });
};

/**
 * Creates an empty collection of the assessments of runs. The collection decides whether these assessments show that an engine or a kind of
 * page is broken for everybody. A post counts once, with its last result, however often it is requested: one broken post is no evidence
 * against an engine. Several networks must have requested posts with faults, because a visitor can choose posts that fail. While only one
 * network uses the site, the posts of that network suffice. `now` returns milliseconds.
 */
const createFaultEvidence = (now: () => number, { faults, faultsMs, windowRuns }: BreakerRules) => {
  /** Entries by post, the oldest result first. */
  const entries = new Map<string, Entry>();

  const dropOld = (network: string): void => {
    const own = [...entries].filter(([, entry]) => entry.network === network);
    for (const [post] of own.slice(0, Math.max(0, own.length - windowRuns))) entries.delete(post);
    for (const [post, { at }] of entries) {
      if (entries.size <= EVENTS_MAX && now() - at < EVENT_LIFETIME_MS) break;
      entries.delete(post);
    }
  };

  return {
    add({ post, network, budget }: RunSubject, assessment: EvidenceAssessment): void {
      // Refreshes of all visitors count as one network. Their faults would let a single visitor appear as two networks.
      if (budget === 'refresh' && assessment !== 'answered') return;
      entries.delete(post);
      entries.set(post, { network, assessment, at: now() });
      dropOld(network);
    },
    /** Returns whether the collected results open the circuit. If `isOnlyNetwork` is true, the posts of a single network suffice. */
    isConclusive(isOnlyNetwork: boolean): boolean {
      const any = Number.POSITIVE_INFINITY;
      const all = [...entries.values()];
      // Whatever answers in between works for some posts at least; only the share of bad ones then counts.
      const recent = all
        .slice(all.findLastIndex(({ assessment }) => assessment === 'answered') + 1)
        .filter(({ assessment, at }) => assessment === 'fault' && now() - at < faultsMs);
      if (newestOf(recent, isOnlyNetwork ? any : contributionOf(faults)).length >= faults) return true;
      const half = Math.ceil(windowRuns / 2);
      const considered = newestOf(all, isOnlyNetwork ? any : half).slice(0, windowRuns);
      const bad = considered.filter(({ assessment }) => assessment !== 'answered');
      const counted = newestOf(bad, isOnlyNetwork ? any : contributionOf(half));
      return considered.length === windowRuns && counted.length >= half;
    },
    clear: (): void => entries.clear(),
  };
};

/**
 * A circuit opens after BREAKER_FAULTS different posts in a row failed within BREAKER_FAULTS_MS, or half of the last BREAKER_WINDOW_RUNS
 * posts failed or were slow, requested from more than one network (see `createFaultEvidence`). An open circuit is probed every
 * BREAKER_PROBE_MS. With these figures, a platform of which every seventh page is bad stays readable.
 */
export const BREAKER_FAULTS = 5;
export const BREAKER_FAULTS_MS = 30_000;
export const BREAKER_WINDOW_RUNS = 20;
export const BREAKER_PROBE_MS = 30_000;

/**
 * What a run shows. `answered`: the engine works. `fault`: the engine is broken. `slow`: the run took so long that another engine finished
 * first, or that the visitors left. `limited`: the platform limited or refused the engine, which shows neither that it works nor that it is
 * broken. `cancelled`: the run ended before it showed anything.
 */
export type RunAssessment = FailureRow['breaker'] | 'slow' | 'cancelled';

/** Permission of a circuit breaker for one run. */
export interface BreakerPass {
  /** Whether this run may close an open circuit. */
  readonly isProbe: boolean;
  readonly run: RunSubject;
  /**
   * Reports to the circuit breaker what the run shows. Only the first call has an effect, and none after the circuit has opened or closed
   * since the run began.
   */
  settle(assessment: RunAssessment): void;
}

export type BreakerState = 'closed' | 'open' | 'probing';

export interface BreakerRules {
  /** Number of posts with faults within `faultsMs`, without an answer in between, that opens the circuit. */
  readonly faults: number;
  /** Milliseconds within which the faults must occur. */
  readonly faultsMs: number;
  /** Number of the last posts that are considered; the circuit opens when half of them had faults or slow runs. */
  readonly windowRuns: number;
  /**
   * Longest delay in milliseconds from the start of a probe until the next one may start. The delay counts from the start, so that a slow
   * probe does not postpone the next one.
   */
  readonly probeMs: number;
  /**
   * Milliseconds until the first probe after faults opened the circuit. The delay until the next probe doubles with each probe, up to
   * `probeMs`.
   */
  readonly firstProbeMs: number;
}

export const BREAKER_RULES: BreakerRules = {
  faults: BREAKER_FAULTS,
  faultsMs: BREAKER_FAULTS_MS,
  windowRuns: BREAKER_WINDOW_RUNS,
  probeMs: BREAKER_PROBE_MS,
  firstProbeMs: BREAKER_PROBE_MS,
};

const isBad = (assessment: RunAssessment): boolean => assessment === 'fault' || assessment === 'slow';

/**
 * Creates a closed circuit breaker for one engine on one platform, or for one kind of page. A closed circuit admits every run, an open
 * circuit one probe at a time. `now` returns milliseconds of a monotonic clock. While a single network uses the site, its posts alone
 * open the circuit, but only for that network: the first run of another network closes it.
 */
export const createCircuitBreaker = (now: () => number, rules: BreakerRules = BREAKER_RULES) => {
  const evidence = createFaultEvidence(now, rules);
  /** The only network that used the site, if the posts of this network opened the circuit; otherwise null. */
  let onlyWitness: string | null = null;
  /**
   * Network of the last probe that did not show that the engine works. This network may request only bad posts, so probes of other networks
   * may run earlier.
   */
  let lastProber: string | null = null;
  let probeFrom: number | null = null;
  let probe: BreakerPass | null = null;
  let gapMs = rules.firstProbeMs;
  /**
   * Number of times the circuit opened or closed. Results of runs that began before the last transition are ignored.
   */
  let transitions = 0;

  const transition = (next: number | null): void => {
    if ((next === null) !== (probeFrom === null)) transitions += 1;
    probeFrom = next;
    probe = null;
    onlyWitness = null;
    lastProber = null;
    evidence.clear();
  };

  const recordRun = (run: RunSubject, assessment: RunAssessment): void => {
    if (assessment === 'limited' || assessment === 'cancelled') return;
    evidence.add(run, assessment);
    if (!evidence.isConclusive(run.isOnlyNetwork)) return;
    gapMs = rules.firstProbeMs;
    transition(now() + gapMs);
    if (run.isOnlyNetwork && run.budget === 'visitor') onlyWitness = run.network;
  };

  const recordProbe = ({ network }: RunSubject, assessment: RunAssessment, isExclusive: boolean): void => {
    if (assessment === 'answered') transition(null);
    // A network whose runs are inconclusive or cancelled must not keep the probe to itself.
    else if (isBad(assessment) || isExclusive) lastProber = network;
    if (isBad(assessment) && !isExclusive) probeFrom = now() + gapMs;
    if (assessment === 'cancelled' && isExclusive) probeFrom = now();
  };

  const createPass = (run: RunSubject, isProbe: boolean, isExclusive: boolean): BreakerPass => {
    const began = transitions;
    let settled = false;
    const made: BreakerPass = {
      isProbe,
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

  /** Returns whether the posts of a single network opened the circuit and this run has another network. */
  const isRefuted = ({ network }: RunSubject): boolean => onlyWitness !== null && onlyWitness !== network;

  const isProbeDue = ({ network, isOnlyNetwork }: RunSubject, from: number): boolean =>
    probe === null && now() >= (network === lastProber && !isOnlyNetwork ? from + gapMs : from);

  const admits = (run: RunSubject): boolean =>
    probeFrom === null || isRefuted(run) || isProbeDue(run, probeFrom);

  return {
    state: (): BreakerState => (probeFrom === null ? 'closed' : probe === null ? 'open' : 'probing'),
    /** Returns the time from which the next probe may run, in milliseconds of the clock; null while the circuit is closed. */
    openUntil: () => probeFrom,
    /** Returns whether `admit` would admit this run. */
    admits,
    /** Admits a run: any run while the circuit is closed, and one probe at a time while it is open. Returns null for a refused run. */
    admit(run: RunSubject): BreakerPass | null {
      if (!admits(run)) return null;
      if (isRefuted(run)) transition(null);
      if (probeFrom === null) return createPass(run, false, false);
      gapMs = Math.min(2 * gapMs, rules.probeMs);
      probeFrom = now() + gapMs;
      probe = createPass(run, true, true);
      return probe;
    },
    /** Admits a run in any state. While the circuit is open, the run counts as a probe. */
    force: (run: RunSubject): BreakerPass => createPass(run, probeFrom !== null, false),
    /**
     * Opens the circuit, or keeps it open, for an upstream that states that it refuses everybody. The next probe may run `ms` milliseconds
     * later at the earliest.
     */
    open(ms: number): void {
      gapMs = rules.probeMs;
      const until = Math.max(probeFrom ?? 0, now() + ms);
      if (probeFrom === null) transition(until);
      probeFrom = until;
      onlyWitness = null;
    },
  };
};
