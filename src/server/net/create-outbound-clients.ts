import type { Config } from '../config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createDoor } from './create-door.ts';
import { platformHosts } from './platform-hosts.ts';

/** Creates the two clients that obey the same rules: one sends our own requests, the other serves the programs of engines. */
export const createOutboundClients = ({ upstreamRoutes: routes, outboundProxy }: Config) => ({
  door: createDoor({ routes, outboundProxy }),
  connectProxy: createConnectProxy({ hosts: platformHosts, routes, outboundProxy }),
});
