import type { TrialResult } from '#shared/contract/yt-dlp-updates.ts';
import type { Finding } from '#shared/findings.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineOutcome } from '../extraction/engine-outcome.ts';
import { findingOf } from '../extraction/finding.ts';
import type { Logger } from '../observability/logger.ts';

/** Time limit of one read, in milliseconds. The engine's own limit is shorter on each route. */
const READ_MS = 60_000;
/** Posts that are read on a platform while the new program has read none of them. */
const POSTS_MAX = 3;

/**
 * What a read says about the program. `answered`: the program reports in its known way what the platform said, which says nothing
 * against it. `unreached`: nothing came back, so nothing is known. `broken`: it crashed, rejected its options or printed something else.
 */
type ReadKind = 'read' | 'answered' | 'unreached' | 'broken';

const KINDS: Readonly<Record<Finding, ReadKind>> = {
  post: 'read',
  login_wall: 'answered',
  empty_page: 'answered',
  challenge: 'answered',
  limited: 'answered',
  refused: 'answered',
  region: 'answered',
  unreadable: 'answered',
  private: 'answered',
  gone: 'answered',
  no_media: 'answered',
  files_refused: 'answered',
  unlisted_host: 'answered',
  no_network: 'unreached',
  proxy: 'unreached',
  proxy_budget: 'unreached',
  slow: 'unreached',
  upstream_error: 'unreached',
  service_key: 'broken',
  service_quota: 'broken',
  service_answer: 'broken',
  program: 'broken',
  unsupported: 'broken',
  fault: 'broken',
};

/** What a program made of a post. */
interface Read {
  readonly finding: Finding;
  readonly kind: ReadKind;
}

/** What the two programs made of one post; `before` is null if the program in use did not read it. */
interface Comparison {
  readonly now: Read;
  readonly before: Read | null;
}

/** Posts of a platform that the programs can read. */
export interface TrialPosts {
  readonly platform: PlatformId;
  readonly links: readonly ParsedLink[];
}

export interface TrialParts {
  /** Runs the new program. */
  readonly candidate: Engine;
  /** Runs the program in use; null if there is none. */
  readonly before: Engine | null;
  readonly posts: readonly TrialPosts[];
  readonly log: Pick<Logger, 'warn'>;
  /** Stops the trial, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Result of a trial: whether the new program takes over, and the decisive read of each platform. */
export interface Trial {
  readonly conclusion: 'passed' | 'trial_failed' | 'platforms_unreachable' | 'nothing_to_try';
  readonly results: readonly TrialResult[];
}

const readOf = (outcome: EngineOutcome): Read => {
  if (outcome.ok) return { finding: 'post', kind: 'read' };
  const finding = findingOf(outcome);
  // An error message in the program's form with an unfamiliar sentence: versions reword theirs.
  return { finding, kind: outcome.cause === 'unknown_error' ? 'answered' : KINDS[finding] };
};

const isBreak = ({ now, before }: Comparison): boolean => now.kind === 'broken' && before?.kind !== 'broken';
const isLoss = ({ now, before }: Comparison): boolean => now.kind !== 'read' && before?.kind === 'read';

/** Returns the read that counts against the new program: one that breaks, or a lost one if it has read none; undefined if there is none. */
const findWorse = (reads: readonly Comparison[]): Comparison | undefined =>
  reads.find(isBreak) ?? (reads.some(({ now }) => now.kind === 'read') ? undefined : reads.find(isLoss));

const BEST_FIRST: readonly ReadKind[] = ['read', 'answered', 'unreached', 'broken'];
const findBest = (reads: readonly Comparison[]): Comparison | undefined =>
  reads.toSorted((one, other) => BEST_FIRST.indexOf(one.now.kind) - BEST_FIRST.indexOf(other.now.kind))[0];

/** Returns the conclusion from the decisive read of each platform. */
const conclusionOf = (kinds: readonly ReadKind[], isWorse: boolean): Trial['conclusion'] => {
  if (kinds.length === 0) return 'nothing_to_try';
  if (isWorse) return 'trial_failed';
  if (kinds.some((kind) => kind === 'read' || kind === 'answered')) return 'passed';
  return kinds.includes('broken') ? 'trial_failed' : 'platforms_unreachable';
};

/**
 * Reads posts with a new program and, where it reads none, with the program in use. The new one passes unless it breaks where the program
 * in use does not, or reads nothing on a platform on which the program in use reads a post. A refusal by the platform is held against
 * neither; but on one platform at least the new program has to read a post or report an answer. docs/adr/0045 gives the reasons.
 */
export const tryProgram = async ({ candidate, before, posts, log, signal }: TrialParts): Promise<Trial> => {
  const readWith = async (engine: Engine, link: ParsedLink): Promise<Read> => {
    try {
      return readOf(await engine.extract(link, AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])));
    } catch (err) {
      signal.throwIfAborted();
      log.warn({ err, engine: engine.name }, 'a program failed during the trial of yt-dlp');
      return { finding: 'fault', kind: 'broken' };
    }
  };
  const readPosts = async ({ links }: TrialPosts): Promise<readonly Comparison[]> => {
    const reads: Comparison[] = [];
    for (const link of links.slice(0, POSTS_MAX)) {
      // One program at a time: a small machine serves visitors meanwhile.
      const now = await readWith(candidate, link);
      reads.push({
        now,
        before: now.kind === 'read' || before === null ? null : await readWith(before, link),
      });
      if (now.kind === 'read') break;
    }
    return reads;
  };

  const results: TrialResult[] = [];
  const kinds: ReadKind[] = [];
  let isWorse = false;
  for (const tried of posts) {
    const reads = await readPosts(tried);
    const worse = findWorse(reads);
    const shown = worse ?? findBest(reads);
    if (shown === undefined) continue;
    isWorse ||= worse !== undefined;
    kinds.push(shown.now.kind);
    results.push({
      platform: tried.platform,
      finding: shown.now.finding,
      before: shown.before?.finding ?? null,
    });
  }
  return { conclusion: conclusionOf(kinds, isWorse), results };
};
