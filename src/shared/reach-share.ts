import type { CheckOfPlatform } from './contract/check.ts';

/**
 * How many tries of a check read a post of a platform; a try is an engine on a route. `all`: every try. `some`: some of the tries. `gone`:
 * no try, and one of them found that the post has been deleted. `unreadable`: no try, for any other reason. `no_engine`: there was no try,
 * because no engine that reads the platform is on and set up.
 */
export type ReachShare = 'all' | 'some' | 'unreadable' | 'gone' | 'no_engine';

export function reachShare({ results }: Pick<CheckOfPlatform, 'results'>): ReachShare {
  const read = results.filter(({ finding }) => finding === 'post').length;
  if (results.length === 0) return 'no_engine';
  if (read > 0) return read < results.length ? 'some' : 'all';
  return results.some(({ finding }) => finding === 'gone') ? 'gone' : 'unreadable';
}
