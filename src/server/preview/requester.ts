/**
 * On whose behalf a preview runs. Waiting places are shared out by `network`, a keyed hash that names nobody.
 * `visitor` counts against the visitor limits; `operator` (owner and administrators) and `monitor` (self-tests) have budgets of
 * their own. `refresh` finds a file again whose address has expired: one budget for all media requests.
 */
export interface Requester {
  readonly network: string;
  readonly budget: 'visitor' | 'operator' | 'monitor' | 'refresh';
}

/** The program itself, for work that no visitor waits for. */
export const MONITOR: Requester = { network: 'monitor', budget: 'monitor' };

/** Media requests whose file moved. They share one place in every queue, so that they cannot displace previews. */
export const REFRESH: Requester = { network: 'refresh', budget: 'refresh' };

/** Those who wait for the same result, by the key of their share, the first one first. Grows while others join. */
export type Requesters = ReadonlyMap<string, Requester>;

/** Gives a requester with the key under which its share of every queue is counted. */
export const shareOf = (requester: Requester): readonly [key: string, Requester] => [
  requester.budget === 'visitor' ? requester.network : `${requester.budget} ${requester.network}`,
  requester,
];

/** Gives the group of one requester whose result nobody shares. */
export const onlyRequester = (requester: Requester): Requesters => new Map([shareOf(requester)]);
