import { OUTBOUND_ROUTES, type OutboundRoute } from '#shared/outbound-routes.ts';
import { createOutboundClient } from './create-outbound-client.ts';
import type { MediaClient, OutboundClient } from './outbound-client.ts';
import type { OutboundPlan } from './outbound-plan.ts';

/** HTTP clients for pages, media files and the owner's services. */
export interface OutboundClients {
  readonly plan: OutboundPlan;
  readonly pages: Readonly<Partial<Record<OutboundRoute, OutboundClient>>>;
  readonly media: MediaClient;
  readonly services: OutboundClient;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Creates the clients of a plan. Kinds with the same path share a client, and with it the open connections. */
export const createOutboundClients = (plan: OutboundPlan): OutboundClients => {
  const clients = new Map<OutboundPlan['media'], MediaClient>();
  const clientOf = (path: OutboundPlan['media']): MediaClient => {
    const known = clients.get(path) ?? createOutboundClient(path);
    clients.set(path, known);
    return known;
  };
  const pages: Partial<Record<OutboundRoute, OutboundClient>> = {};
  for (const route of OUTBOUND_ROUTES) {
    const path = plan.pages[route];
    if (path !== undefined) pages[route] = clientOf(path);
  }
  return {
    plan,
    pages,
    media: clientOf(plan.media),
    services: clientOf(plan.services),
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
};
