import { checkTexts } from '#messages/check.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { CheckFinding, CheckOfPlatform } from '#shared/contract/check.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';

// The result of the check in sentences.

/** Returns the sentence on how much of a platform a check could read (its `reachShare`): 'Instagram can be read.' */
export const reachSummary = (reached: CheckOfPlatform): string =>
  text(checkTexts, `summary.${reachShare(reached)}`, { platform: PLATFORM_NAMES[reached.platform] });

/** Returns whether the periodic check of an enabled platform is newer than the last full check and had the result `worked`. */
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
 * read since, and those where a try found that the post is gone.
 */
export const unreadPlatforms = (engines: AdminEngines): readonly CheckOfPlatform[] =>
  (engines.reach?.platforms ?? []).filter(
    (one) =>
      engines.settings.platforms[one.platform] &&
      ['unreadable', 'no_engine'].includes(reachShare(one)) &&
      !timerFound(engines, one.platform, true),
  );

/** Returns the enabled platforms that the periodic check of test posts could not read, if it ran after the last full check. */
export const timerUnread = (engines: AdminEngines): readonly PlatformId[] =>
  PLATFORM_IDS.filter((platform) => timerFound(engines, platform, false));

/** Whether the built-in post is gone, which says nothing about the server. */
const isBuiltInPostGone = (finding: CheckFinding, isOwnPost: boolean): boolean =>
  finding === 'gone' && !isOwnPost;

/** Returns the sentence for the finding of one try. `isOwnPost` is false if the try read a built-in post, not a test post of the owner. */
export const causeOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  isBuiltInPostGone(finding, isOwnPost) ? text(checkTexts, 'postGone') : text(failureAdvice, finding);

/** Returns the sentence on what the owner can do about the finding of one try; '' if it read a post or a built-in post is gone. */
export const adviceOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  finding === 'post' || isBuiltInPostGone(finding, isOwnPost) ? '' : text(failureAdvice, `${finding}.do`);

/** Platforms whose tries all have one shared finding, or a single platform whose tries differ or are missing. */
export interface ReachGroup {
  readonly platforms: readonly CheckOfPlatform[];
  /** Sentence below the platforms' own, which is visible while their tries are folded; null for none. */
  readonly line: string | null;
  /** The one cause of all failed tries, which `line` says; null if there are several or none. */
  readonly cause: CheckFinding | null;
}

/** Returns the only thing that all tries found; null if they differ or there are none. */
function onlyFinding({ results }: CheckOfPlatform): CheckFinding | null {
  const [first, ...others] = results.map(({ finding }) => finding);
  return first !== undefined && others.every((finding) => finding === first) ? first : null;
}

function lineOf(reached: CheckOfPlatform, only: CheckFinding | null): string | null {
  const { results, isOwnPost } = reached;
  if (results.length === 0 || only === 'post') return null;
  if (only !== null) return causeOf(only, isOwnPost);
  const readCount = results.filter(({ finding }) => finding === 'post').length;
  return readCount === 0
    ? text(checkTexts, 'failedDifferently', { count: results.length })
    : text(checkTexts, 'readPartly', { ok: readCount, count: results.length });
}

/**
 * Puts the platforms whose tries all have one shared finding into one group, so that the panel says it once. A platform with differing
 * tries or none is a group by itself.
 */
export function reachGroups(platforms: readonly CheckOfPlatform[]): readonly ReachGroup[] {
  const alike = Map.groupBy(platforms, (reached) => {
    const only = onlyFinding(reached);
    return only === null ? reached.platform : `${only} ${String(reached.isOwnPost)}`;
  });
  return [...alike.values()].map((group) => {
    const [first] = group as [CheckOfPlatform];
    const only = onlyFinding(first);
    return { platforms: group, line: lineOf(first, only), cause: only === 'post' ? null : only };
  });
}
