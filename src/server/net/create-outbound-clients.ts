import type { Config } from '../config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createOutboundClient } from './create-outbound-client.ts';
import type { HostPolicy } from './outbound-client.ts';

/**
 * Creates the outbound HTTP client of the server and the CONNECT proxy for the programs that engines run. Both use the same routes,
 * outbound proxy and address checks; the CONNECT proxy allows only `programHosts`.
 */
export const createOutboundClients = (
  { upstreamRoutes: routes, outboundProxy }: Config,
  programHosts: HostPolicy,
) => ({
  outbound: createOutboundClient({ routes, outboundProxy }),
  connectProxy: createConnectProxy({ hosts: programHosts, routes, outboundProxy }),
});
