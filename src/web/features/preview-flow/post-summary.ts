import type { Post } from '#shared/contract/preview.ts';
import { POST_NAMES, spokenSeconds } from '#shared/result-messages.ts';

/** What the focused result says first, for example "@mara.outdoors, Instagram reel, 42 seconds". */
export function postSummary({ username, platform, type, duration }: Post): string {
  const seconds = Math.round(duration);
  return [
    username === 'unknown' ? '' : `@${username}`,
    POST_NAMES[platform][type],
    seconds > 0 ? spokenSeconds(seconds) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
