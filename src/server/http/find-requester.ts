import type { FastifyRequest } from 'fastify';
import type { NetworkKey } from '../limits/network-key.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { Requester } from '../preview/requester.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/** Tells on whose behalf a request of a public route runs. Never rejects. */
export type FindRequester = (request: FastifyRequest) => Promise<Requester>;

/** Names one budget of one network among the keys of a limiter. */
export const limitKeyOf = ({ budget, network }: Requester): string => `${budget} ${network}`;

/**
 * Creates the function that finds the requester. An account is looked up only for a request with a session cookie, and
 * only so often for one network: made-up cookies must not become a flood of database reads.
 */
export const createRequesterFinder =
  (
    { networkKey, sessionLookups }: { networkKey: NetworkKey } & Pick<TrafficLimits, 'sessionLookups'>,
    gate: Pick<MaintenanceGate, 'hasSession' | 'passes'>,
  ): FindRequester =>
  async (request) => {
    const network = networkKey(request.ip);
    const operator =
      gate.hasSession(request) && sessionLookups.take(network).ok && (await gate.passes(request));
    return { network, budget: operator ? 'operator' : 'visitor' };
  };
