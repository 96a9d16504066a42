import type { Check, CheckResult } from '#shared/contract/check.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { STATUS_RECENT_MS } from '#shared/contract/status.ts';
import { concernsPost, SHOWN_CAUSES, type ShownCause } from '#shared/failures.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import type { LastCheck } from '../check/scheduled-checks.ts';

/** Failures in the last check of a platform; there may be none. */
export interface FailedCheck {
  /** When it began; milliseconds since 1970. */
  readonly at: number;
  /** Whether no engine could read the platform. */
  readonly isWhole: boolean;
  /** Engines that could not read the platform; null for all that ran in the check. */
  readonly engines: readonly EngineName[] | null;
  /** What the tries showed; null if that is among the counted causes. */
  readonly cause: ShownCause | null;
}

/** A post that is private or gone says nothing about the platform, and files that could not be opened in time nothing about the engine. */
const hasFailed = ({ finding, found }: CheckResult): boolean =>
  found === undefined && finding !== 'post' && !concernsPost(finding);

const failedByAll = ({ at, outdated, platforms }: Check, platform: PlatformId): FailedCheck | null => {
  const results = platforms.find((one) => one.platform === platform)?.results;
  if (results === undefined || outdated) return null;
  const failed = results.filter(hasFailed);
  const byEngine = Map.groupBy(results, ({ engine }) => engine);
  return {
    at: Date.parse(at),
    isWhole: failed.length === results.length,
    engines: [...byEngine].flatMap(([engine, tries]) => (tries.every(hasFailed) ? engine : [])),
    cause: SHOWN_CAUSES.find((cause) => cause === failed[0]?.finding) ?? null,
  };
};

const failedByTimer = ({ lastAt, worked, isCounted }: LastCheck, now: number): FailedCheck | null =>
  lastAt === null || worked === null || !isCounted || now - lastAt > STATUS_RECENT_MS
    ? null
    : { at: lastAt, isWhole: !worked, engines: worked ? [] : null, cause: null };

/**
 * Returns the failures in the last check of each platform, which is the newer of the last check of all engines and the last scheduled one.
 * Null if neither is usable: an outdated check, and a scheduled one that is inconclusive or older than STATUS_RECENT_MS, are ignored. `now`
 * is in milliseconds since 1970.
 */
export const failedChecksOf = (
  check: Check | null,
  byTimer: Readonly<Record<PlatformId, LastCheck>>,
  now: number,
): Readonly<Record<PlatformId, FailedCheck | null>> =>
  byPlatform((platform) => {
    const ofAll = check && failedByAll(check, platform);
    const ofTimer = failedByTimer(byTimer[platform], now);
    return ofTimer !== null && (ofAll === null || ofTimer.at > ofAll.at) ? ofTimer : ofAll;
  });
