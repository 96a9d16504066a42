import type { Channel } from './channel.ts';
import type { SiteCounters } from './site-counters.ts';

/** Names of the questions that the primary answers with its counters. */
type Name = keyof SiteCounters;
type Payload<Asked extends Name> = Parameters<SiteCounters[Asked]>[0];
type Answered<Asked extends Name> = Awaited<ReturnType<SiteCounters[Asked]>>;

/** A worker's questions to the primary's counters. */
export interface PrimaryLink {
  /**
   * Resolves to null when the primary gives no answer: the caller then counts by itself. Rejects only with the reason of `signal`.
   */
  ask<Asked extends Name>(
    name: Asked,
    payload: Payload<Asked>,
    signal?: AbortSignal,
  ): Promise<{ readonly value: Answered<Asked> } | null>;
  /** Ends a lease. */
  end(lease: number, how: string, data?: unknown): void;
}

/** Names of a worker's notifications about its leases. */
export const LEASE_END = 'lease end';
export const LEASE_LOST = 'lease lost';

/** Creates the link over a worker's end of its channel. */
export const createPrimaryLink = (channel: Pick<Channel, 'ask' | 'notify'>): PrimaryLink => ({
  // The answers come from this version's own counters, whose types they have; JSON keeps what they hold.
  ask: <Asked extends Name>(name: Asked, payload: Payload<Asked>, signal?: AbortSignal) =>
    channel.ask(name, payload, signal) as Promise<{ readonly value: Answered<Asked> } | null>,
  end: (lease, how, data) => channel.notify(LEASE_END, [lease, how, data]),
});

/** Gives back a lease in an answer that is no longer wanted. */
export const returnUnclaimed = (channel: Pick<Channel, 'notify'>, value: unknown): void => {
  if (typeof value === 'object' && value !== null && 'lease' in value)
    channel.notify(LEASE_LOST, value.lease);
};
