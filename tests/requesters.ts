import type { Requester } from '../src/server/preview/requester.ts';

/** The visitor of tests in which it does not matter who asks. */
export const VISITOR: Requester = { network: 'a network', budget: 'visitor' };
