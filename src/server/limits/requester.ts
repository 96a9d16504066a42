/**
 * Requester of a preview. Queue slots are shared by `network`, a keyed hash that cannot be traced to an address.
 * `visitor` counts against the visitor limits; `operator` (owner and administrators) and `monitor` (checks) have
 * separate budgets. `refresh` finds a file whose address has expired; all media requests share its budget.
 */
export interface Requester {
  readonly network: string;
  readonly budget: 'visitor' | 'operator' | 'monitor' | 'refresh';
}

/** Requester for the program's own checks, which no visitor waits for. */
export const MONITOR: Requester = { network: 'monitor', budget: 'monitor' };

/**
 * Requester for all refreshes of expired addresses. They count as one network in every queue, so that they cannot
 * displace previews.
 */
export const REFRESH: Requester = { network: 'refresh', budget: 'refresh' };

/**
 * Requesters that wait for the same result, by the key of their share, in order of arrival. Grows while others join.
 */
export type Requesters = ReadonlyMap<string, Requester>;

/** Returns a requester with the key under which its share of every queue is counted. */
export const shareOf = (requester: Requester): readonly [key: string, Requester] => [
  requester.budget === 'visitor' ? requester.network : `${requester.budget} ${requester.network}`,
  requester,
];

/** Returns a group that contains only this requester. */
export const onlyRequester = (requester: Requester): Requesters => new Map([shareOf(requester)]);
