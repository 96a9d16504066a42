import type { Requester } from '../src/server/limits/requester.ts';

/** Creates a visitor on the network with the given name. */
export const visitorOf = (network: string): Requester => ({ network, budget: 'visitor' });

/** A visitor for tests in which the requester does not matter. */
export const VISITOR: Requester = visitorOf('a network');
