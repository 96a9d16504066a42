import type { Post } from '#shared/contract/preview.ts';
import { postName, spokenSeconds } from '#shared/result-messages.ts';

/**
 * Returns the label that screen readers read when the result gets the focus, for example "@quay.walks, Instagram
 * reel, 42 seconds".
 */
export function postSummary(post: Post): string {
  const { username, duration } = post;
  const seconds = Math.round(duration);
  return [
    username === 'unknown' ? '' : `@${username}`,
    postName(post),
    seconds > 0 ? spokenSeconds(seconds) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
