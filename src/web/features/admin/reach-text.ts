import { checkTexts } from '#messages/check.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { CheckFinding, CheckOfPlatform } from '#shared/contract/check.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';

// The result of the check in sentences.

/** Returns how much of a platform was read: 'Instagram can be read.' */
export const reachSummary = (reached: CheckOfPlatform): string =>
  text(checkTexts, `summary.${reachShare(reached)}`, { platform: PLATFORM_NAMES[reached.platform] });

/** Whether the timer's check of a platform that is on is newer than the check of all engines and ended so. */
const timerFound = (
  { settings, reach, checks }: AdminEngines,
  platform: PlatformId,
  worked: boolean,
): boolean =>
  settings.platforms[platform] &&
  checks[platform].worked === worked &&
  (checks[platform].lastAt ?? '') > (reach?.at ?? '');

/**
 * Returns the platforms that are on and that the last check could not read, unless the timer has read them since. That a test post is gone
 * says nothing about them.
 */
export const unreadPlatforms = (engines: AdminEngines): readonly CheckOfPlatform[] =>
  (engines.reach?.platforms ?? []).filter(
    (one) =>
      engines.settings.platforms[one.platform] &&
      ['unreadable', 'no_engine'].includes(reachShare(one)) &&
      !timerFound(engines, one.platform, true),
  );

/** Returns the platforms that are on and that the timer could not read, after the last check of all engines. */
export const timerUnread = (engines: AdminEngines): readonly PlatformId[] =>
  PLATFORM_IDS.filter((platform) => timerFound(engines, platform, false));

/** Whether the built-in post is gone, which says nothing about the server. */
const isBuiltInPostGone = (finding: CheckFinding, isOwnPost: boolean): boolean =>
  finding === 'gone' && !isOwnPost;

/** Returns the sentence for what a try of a check found. */
export const causeOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  isBuiltInPostGone(finding, isOwnPost) ? text(checkTexts, 'postGone') : text(failureAdvice, finding);

/** Returns what the owner can do about what a try found; '' where that is nothing, or the cause says it. */
export const adviceOf = (finding: CheckFinding, isOwnPost: boolean): string =>
  finding === 'post' || isBuiltInPostGone(finding, isOwnPost) ? '' : text(failureAdvice, `${finding}.do`);

/** Platforms with one outcome. */
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
  const read = results.filter(({ finding }) => finding === 'post').length;
  return read === 0
    ? text(checkTexts, 'failedDifferently', { count: results.length })
    : text(checkTexts, 'readPartly', { ok: read, count: results.length });
}

/** Groups the platforms whose tries all ended alike, so that a cause that they share is said once. */
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
