import type { Requester } from '../src/server/preview/requester.ts';

/** Returns a visitor of the network with this name. */
export const visitorOf = (network: string): Requester => ({ network, budget: 'visitor' });

/** The visitor of tests in which it does not matter who asks. */
export const VISITOR: Requester = visitorOf('a network');
