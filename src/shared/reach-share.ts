import type { CheckOfPlatform } from './contract/check.ts';

/**
 * How much of a platform a check could read: `all` if every engine and route read a post, `some` if only a part of them did, `gone` if none
 * did and one found that the post has been deleted, `unreadable` otherwise. `no_engine`: no engine that reads the platform is on and set
 * up.
 */
export type ReachShare = 'all' | 'some' | 'unreadable' | 'gone' | 'no_engine';

export function reachShare({ results }: Pick<CheckOfPlatform, 'results'>): ReachShare {
  const read = results.filter(({ finding }) => finding === 'post').length;
  if (results.length === 0) return 'no_engine';
  if (read > 0) return read < results.length ? 'some' : 'all';
  return results.some(({ finding }) => finding === 'gone') ? 'gone' : 'unreadable';
}
