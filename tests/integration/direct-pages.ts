import { createProxyBudget } from '../../src/server/limits/traffic-limits.ts';
import type { OutboundClient } from '../../src/server/outbound/outbound-client.ts';
import type { PageAccess } from '../../src/server/platforms/reading/along-routes.ts';

/** Access to the platforms' pages without a proxy, by this client. */
export const directPages = (outbound: OutboundClient): PageAccess => ({
  clients: { direct: outbound },
  routeChoice: { routes: ['direct'], budget: createProxyBudget(1) },
});
