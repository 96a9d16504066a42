import type { FastifyRequest } from 'fastify';
import type { NetworkKey } from '../limits/network-key.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { Requester } from '../preview/requester.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/** Returns the requester of a public route's request. Never rejects. */
export type FindRequester = (request: FastifyRequest) => Promise<Requester>;

/** Returns the limiter key of one budget of one network. */
export const limitKeyOf = ({ budget, network }: Requester): string => `${budget} ${network}`;

/**
 * Creates the function that determines the requester. It looks up an account only for a request with a session cookie,
 * and a limited number of times per network, so that forged cookies cannot cause a flood of database reads.
 */
export const createRequesterFinder =
  (
    { networkKey, sessionLookups }: { networkKey: NetworkKey } & Pick<TrafficLimits, 'sessionLookups'>,
    gate: Pick<MaintenanceGate, 'hasSession' | 'bypassesMaintenance'>,
  ): FindRequester =>
  async (request) => {
    const network = networkKey(request.ip);
    const operator =
      gate.hasSession(request) &&
      (await sessionLookups.take(network)).ok &&
      (await gate.bypassesMaintenance(request));
    return { network, budget: operator ? 'operator' : 'visitor' };
  };
