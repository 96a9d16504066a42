import type { Check, CheckResult } from '#shared/contract/check.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { STATUS_RECENT_MS } from '#shared/contract/status.ts';
import { concernsPost, SHOWN_CAUSES, type ShownCause } from '#shared/failures.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import type { LastCheck } from '../check/scheduled-checks.ts';

/** Failures in the last check of a platform; there may be none. */
export interface FailedCheck {
  /** When the check began; milliseconds since 1970. */
  readonly at: number;
  /** Whether no engine could read the platform. */
  readonly hasNoWorkingEngine: boolean;
  /** Engines that could not read the platform; null means all that ran in the check. */
  readonly engines: readonly EngineName[] | null;
  /** Cause that the first failed try showed; null if there is none, or if the counters contain it. */
  readonly cause: ShownCause | null;
}

/**
 * Returns whether a result is a failure. A post that is private or gone says nothing about the platform, and files that could not be opened
 * in time say nothing about the engine.
 */
const hasFailed = ({ finding, found }: CheckResult): boolean =>
  found === undefined && finding !== 'post' && !concernsPost(finding);

const failedByAll = ({ at, outdated, platforms }: Check, platform: PlatformId): FailedCheck | null => {
  const results = platforms.find((one) => one.platform === platform)?.results;
  if (results === undefined || outdated) return null;
  const failed = results.filter(hasFailed);
  const byEngine = Map.groupBy(results, ({ engine }) => engine);
  return {
    at: Date.parse(at),
    hasNoWorkingEngine: failed.length === results.length,
    engines: [...byEngine].flatMap(([engine, tries]) => (tries.every(hasFailed) ? engine : [])),
    cause: SHOWN_CAUSES.find((cause) => cause === failed[0]?.finding) ?? null,
  };
};

const failedByTimer = ({ lastAt, worked, isCounted }: LastCheck, now: number): FailedCheck | null =>
  lastAt === null || worked === null || !isCounted || now - lastAt > STATUS_RECENT_MS
    ? null
    : { at: lastAt, hasNoWorkingEngine: !worked, engines: worked ? [] : null, cause: null };

/**
 * Returns the failures in the last check of each platform, which is the newer of the last check of all engines (`check`) and the last
 * scheduled one. A platform has null if neither is usable: an outdated check is ignored, and so is a scheduled one whose result is unknown
 * or inconclusive, or that is older than STATUS_RECENT_MS. `now` is in milliseconds since 1970.
 */
export const failedChecksOf = (
  check: Check | null,
  scheduledChecks: Readonly<Record<PlatformId, LastCheck>>,
  now: number,
): Readonly<Record<PlatformId, FailedCheck | null>> =>
  byPlatform((platform) => {
    const ofAll = check && failedByAll(check, platform);
    const ofTimer = failedByTimer(scheduledChecks[platform], now);
    return ofTimer !== null && (ofAll === null || ofTimer.at > ofAll.at) ? ofTimer : ofAll;
  });
