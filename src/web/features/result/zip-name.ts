import type { Post } from '#shared/contract/preview.ts';

const DATE = /_(\d{4}-\d{2}-\d{2})\.[a-z0-9]+$/u;

/**
 * Returns '{platform}_{type}_{id}_{date}.zip', with the date from the server's file names and the id reduced to safe
 * characters.
 */
export function zipNameOf(post: Post): string {
  const first = post.qualities[0]?.filename ?? '';
  const date = DATE.exec(first)?.[1];
  const id = post.id.replace(/[^\w-]/gu, '');
  return [post.platform, post.type, id, date]
    .filter((part) => part !== undefined)
    .join('_')
    .concat('.zip');
}
