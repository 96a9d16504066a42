/**
 * Routes by which this server can request a page of a platform, in the order in which they are tried: `direct` without and `proxy` with the
 * owner's proxy.
 */
export const OUTBOUND_ROUTES = ['direct', 'proxy'] as const;
export type OutboundRoute = (typeof OUTBOUND_ROUTES)[number];
