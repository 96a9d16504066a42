import type { Config } from '../config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createOutboundClient } from './create-outbound-client.ts';
import { platformHosts } from './platform-hosts.ts';

/**
 * Creates the outbound HTTP client of the server and the CONNECT proxy for the programs that engines run. Both use the same routes,
 * outbound proxy and address checks; the CONNECT proxy allows only the hosts of the platforms.
 */
export const createOutboundClients = ({ upstreamRoutes: routes, outboundProxy }: Config) => ({
  outbound: createOutboundClient({ routes, outboundProxy }),
  connectProxy: createConnectProxy({ hosts: platformHosts, routes, outboundProxy }),
});
