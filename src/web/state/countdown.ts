import { useEffect, useState } from 'react';
import { linkForm } from '#messages/link-form.ts';
import type { PostPlatform } from '#shared/contract/content-type.ts';
import { text } from '#shared/messages/text.ts';

const SECOND_MS = 1_000;
const SECONDS_PER_MINUTE = 60;
/** Maximum wait that is shown in seconds. Longer waits are shown in minutes. */
export const SHOWN_SECONDS_MAX = 120;

/** Times (ms since 1970) until which a limit applies: to links of one platform, or to every link (`all`). */
export type Waits = Readonly<Partial<Record<PostPlatform | 'all', number>>>;

/**
 * Returns the time (ms since 1970) from which a link of `platform` can be submitted; 0 if there is no limit. For an undefined platform,
 * returns the end of the limit for every link (`all`).
 */
export const waitEndOf = (waits: Waits, platform: PostPlatform | undefined): number =>
  Math.max(waits.all ?? 0, (platform && waits[platform]) ?? 0);

/** Returns the seconds from `nowMs` to `endMs` (both ms since 1970), rounded up; 0 when `endMs` is past or null. */
export const secondsLeft = (endMs: number | null, nowMs: number): number =>
  endMs === null ? 0 : Math.max(0, Math.ceil((endMs - nowMs) / SECOND_MS));

/** Returns the seconds left to `endMs` (ms since 1970), updated every second; 0 when `endMs` is past or null. */
export function useSecondsLeft(endMs: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const update = () => {
      const now = secondsLeft(endMs, Date.now());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(update, SECOND_MS);
    update();
    return () => clearInterval(timer);
  }, [endMs]);
  return left;
}

/** Returns the submit button's label during a wait. It states up to 120 seconds as they are, and longer waits in minutes, rounded up. */
export const tryAgainLabel = (seconds: number): string =>
  seconds <= SHOWN_SECONDS_MAX
    ? text(linkForm, 'tryAgainSeconds', { seconds })
    : text(linkForm, 'tryAgainMinutes', { minutes: Math.ceil(seconds / SECONDS_PER_MINUTE) });
