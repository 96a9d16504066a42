import type { Config } from '../config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createOutboundClient } from './create-outbound-client.ts';
import { platformHosts } from './platform-hosts.ts';

/** Creates the two clients that obey the same rules: one sends our own requests, the other serves the programs of engines. */
export const createOutboundClients = ({ upstreamRoutes: routes, outboundProxy }: Config) => ({
  outbound: createOutboundClient({ routes, outboundProxy }),
  connectProxy: createConnectProxy({ hosts: platformHosts, routes, outboundProxy }),
});
