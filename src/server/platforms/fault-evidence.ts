import type { Requester } from '../limits/requester.ts';

/**
 * Post and requesting network of a run. Both are hashes that cannot be reversed without a key in the memory of the process. `refresh` is
 * the budget of all refreshed media links, `operator` and `monitor` are those of the owner and of the program's own checks.
 */
export interface RunSubject {
  readonly post: string;
  readonly network: string;
  readonly budget: Requester['budget'];
  /** Whether at most one network of visitors requested a post in the last hour. */
  readonly isOnlyNetwork: boolean;
}

/** Assessments that are evidence for or against what is read. */
export type EvidenceAssessment = 'answered' | 'fault' | 'slow';

export interface EvidenceRules {
  /** Number of posts with faults within `faultsMs` milliseconds, without an answer in between, that is conclusive. */
  readonly faults: number;
  readonly faultsMs: number;
  /** Number of recent posts of which half being bad is conclusive. */
  readonly windowRuns: number;
}

/** Collects results by post and network, and decides whether they show that an engine or a kind of page is broken for everybody. */
export interface FaultEvidence {
  add(run: RunSubject, assessment: EvidenceAssessment): void;
  /** Returns whether the results suffice; `isOnlyNetwork` lets the posts of a single network suffice. */
  isConclusive(isOnlyNetwork: boolean): boolean;
  clear(): void;
}

interface Entry {
  readonly network: string;
  readonly assessment: EvidenceAssessment;
  readonly at: number;
}

const EVENTS_MAX = 200;
const EVENT_LIFETIME_MS = 60 * 60 * 1_000;

/** Returns how many of the `needed` faults one network can contribute: never all, and never all but one. */
const contributionOf = (needed: number): number => Math.ceil(needed / 2);

/** Counts entries, at most `max` per network. */
const countCapped = (entries: readonly Entry[], max: number): number => {
  const counts = new Map<string, number>();
  for (const { network } of entries) counts.set(network, (counts.get(network) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.min(count, max), 0);
};

/** Returns up to `count` entries, newest first, at most `max` per network. */
const newestOf = (entries: readonly Entry[], count: number, max: number): readonly Entry[] => {
  const taken = new Map<string, number>();
  return entries
    .toReversed()
    .filter(({ network }) => {
      const before = taken.get(network) ?? 0;
      taken.set(network, before + 1);
      return before < max;
    })
    .slice(0, count);
};

/**
 * Creates an empty collection. A post counts once, with its last result, however often it is requested: one broken post
 * is no evidence against an engine. Several networks must have seen faults, because a visitor can choose posts that fail; on a
 * site with a single visitor the posts of that network are sufficient. `now` returns milliseconds.
 */
export const createFaultEvidence = (
  now: () => number,
  { faults, faultsMs, windowRuns }: EvidenceRules,
): FaultEvidence => {
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
    add({ post, network, budget }, assessment) {
      // Refreshes of all visitors count as one network. Their faults would let a single visitor appear as two networks.
      if (budget === 'refresh' && assessment !== 'answered') return;
      entries.delete(post);
      entries.set(post, { network, assessment, at: now() });
      dropOld(network);
    },
    isConclusive(isOnlyNetwork) {
      const any = Number.POSITIVE_INFINITY;
      const all = [...entries.values()];
      // Whatever answers in between works for some posts at least; only the share of bad ones then counts.
      const recent = all
        .slice(all.findLastIndex(({ assessment }) => assessment === 'answered') + 1)
        .filter(({ assessment, at }) => assessment === 'fault' && now() - at < faultsMs);
      if (countCapped(recent, isOnlyNetwork ? any : contributionOf(faults)) >= faults) return true;
      const half = Math.ceil(windowRuns / 2);
      const considered = newestOf(all, windowRuns, isOnlyNetwork ? any : half);
      const bad = considered.filter(({ assessment }) => assessment !== 'answered');
      return (
        considered.length === windowRuns &&
        countCapped(bad, isOnlyNetwork ? any : contributionOf(half)) >= half
      );
    },
    clear: () => entries.clear(),
  };
};
