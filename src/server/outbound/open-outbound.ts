import { OUTBOUND_ROUTES } from '#shared/outbound-routes.ts';
import type { Config } from '../base/config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createOutboundClients } from './create-outbound-clients.ts';
import type { HostPolicy } from './outbound-client.ts';
import { planOutbound } from './outbound-plan.ts';
import { createProxyBudget } from './proxy-budget.ts';

/**
 * Creates the HTTP clients for pages, media and services, the CONNECT proxy for programs that engines run, and the budget of the owner's
 * proxy. `hosts` are those that the programs may reach.
 */
export const openOutbound = (config: Config, hosts: HostPolicy) => {
  const { plan, pages: clients, media, services, close } = createOutboundClients(planOutbound(config));
  const connectProxy = createConnectProxy({ hosts, pages: plan.pages });
  const routes = OUTBOUND_ROUTES.filter((route) => route in clients);
  const budget = createProxyBudget(config.outboundProxyPerHour);
  return {
    pages: { clients, choice: { routes, budget } },
    media,
    services,
    connectProxy,
    close: async () => {
      await Promise.all([close(), connectProxy.close()]);
    },
  };
};
