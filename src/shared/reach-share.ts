import type { CheckOfPlatform } from './contract/check.ts';

/**
 * How much of a platform a check could read: in every way, in some, or in none. `gone`: the platform answered, but the
 * post has been deleted. `nothing`: no engine that reads the platform is on and set up.
 */
export type ReachShare = 'all' | 'some' | 'unreadable' | 'gone' | 'no_engine';

/** Returns how much of a platform a check could read. */
export function reachShare({ results }: Pick<CheckOfPlatform, 'results'>): ReachShare {
  const read = results.filter(({ finding }) => finding === 'post').length;
  if (results.length === 0) return 'no_engine';
  if (read > 0) return read < results.length ? 'some' : 'all';
  return results.some(({ finding }) => finding === 'gone') ? 'gone' : 'unreadable';
}
