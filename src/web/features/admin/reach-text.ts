import { checkTexts } from '#messages/check.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { CheckFinding, CheckOfPlatform } from '#shared/contract/check.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';

// The results of checks in sentences.

/** Returns the sentence that says how much of a platform a check could read (its `reachShare`): 'Instagram can be read.' */
export const reachSummary = (platformCheck: CheckOfPlatform): string =>
  text(checkTexts, `summary.${reachShare(platformCheck)}`, {
    platform: PLATFORM_NAMES[platformCheck.platform],
  });

/** Returns whether the platform is enabled and a periodic check of it, newer than the last full check, had the result `worked`. */
const timerFound = (
  { settings, reach, checks }: AdminEngines,
  platform: PlatformId,
  worked: boolean,
): boolean =>
  settings.platforms[platform] &&
  checks[platform].worked === worked &&
  (checks[platform].lastAt ?? '') > (reach?.at ?? '');

/**
 * Returns the enabled platforms of which no try of the last full check could read a post. Leaves out platforms that a periodic check has
 * read since, and platforms where a try found that the post is gone.
 */
export const unreadPlatforms = (engines: AdminEngines): readonly CheckOfPlatform[] =>
  (engines.reach?.platforms ?? []).filter(
    (one) =>
      engines.settings.platforms[one.platform] &&
      ['unreadable', 'no_engine'].includes(reachShare(one)) &&
      !timerFound(engines, one.platform, true),
  );

/** Returns the enabled platforms whose test posts a periodic check could not read after the last full check. */
export const platformsUnreadByTimer = (engines: AdminEngines): readonly PlatformId[] =>
  PLATFORM_IDS.filter((platform) => timerFound(engines, platform, false));

/** Returns whether a try found that the built-in post is gone, which says nothing about this server. */
const isBuiltInPostGone = (finding: CheckFinding, isOwnPost: boolean): boolean =>
  finding === 'gone' && !isOwnPost;

/**
 * Returns the sentence for the finding of one try. `isOwnPost` is true if the try read a test post of the owner, false if it read a
 * built-in post.
 */
export const causeOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  isBuiltInPostGone(finding, isOwnPost) ? text(checkTexts, 'postGone') : text(failureAdvice, finding);

/**
 * Returns the sentence that says what the owner can do about the finding of one try; '' if the try read a post or the built-in post is
 * gone.
 */
export const adviceOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  finding === 'post' || isBuiltInPostGone(finding, isOwnPost) ? '' : text(failureAdvice, `${finding}.do`);

/**
 * Platforms whose tries all have the same finding, on the same kind of post (the owner's or built-in); or a single platform whose tries
 * differ or that has none.
 */
export interface ReachGroup {
  readonly platforms: readonly CheckOfPlatform[];
  /**
   * Sentence about the tries: their shared cause, how many of them read the post, or that all failed for different reasons. Null if all
   * read the post or there were none.
   */
  readonly line: string | null;
  /** The finding that all tries share, which `line` says; null if they read the post, if they differ, or if there were none. */
  readonly cause: CheckFinding | null;
}

/** Returns the finding that all tries share; null if they differ or there are none. */
function sharedFindingOf({ results }: CheckOfPlatform): CheckFinding | null {
  const [first, ...others] = results.map(({ finding }) => finding);
  return first !== undefined && others.every((finding) => finding === first) ? first : null;
}

function lineOf(platformCheck: CheckOfPlatform, sharedFinding: CheckFinding | null): string | null {
  const { results, isOwnPost } = platformCheck;
  if (results.length === 0 || sharedFinding === 'post') return null;
  if (sharedFinding !== null) return causeOf(sharedFinding, isOwnPost);
  const readCount = results.filter(({ finding }) => finding === 'post').length;
  return readCount === 0
    ? text(checkTexts, 'failedDifferently', { count: results.length })
    : text(checkTexts, 'readPartly', { ok: readCount, count: results.length });
}

/**
 * Groups the platforms whose tries all have the same finding on the same kind of post, so that the panel shows the finding once. A platform
 * whose tries differ, or that has none, is a group by itself.
 */
export function reachGroups(platforms: readonly CheckOfPlatform[]): readonly ReachGroup[] {
  const alike = Map.groupBy(platforms, (platformCheck) => {
    const sharedFinding = sharedFindingOf(platformCheck);
    return sharedFinding === null
      ? platformCheck.platform
      : `${sharedFinding} ${String(platformCheck.isOwnPost)}`;
  });
  return [...alike.values()].map((group) => {
    const [first] = group as [CheckOfPlatform];
    const sharedFinding = sharedFindingOf(first);
    return {
      platforms: group,
      line: lineOf(first, sharedFinding),
      cause: sharedFinding === 'post' ? null : sharedFinding,
    };
  });
}
