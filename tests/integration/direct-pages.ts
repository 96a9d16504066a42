import type { PageAccess } from '../../src/server/extraction/along-routes.ts';
import type { OutboundClient } from '../../src/server/net/outbound-client.ts';
import { createProxyBudget } from '../../src/server/net/proxy-budget.ts';

/** Access to the platforms' pages without a proxy, by this client. */
export const directPages = (outbound: OutboundClient): PageAccess => ({
  clients: { direct: outbound },
  choice: { routes: ['direct'], budget: createProxyBudget(1) },
});
