import { OUTBOUND_ROUTES, type OutboundRoute } from '#shared/outbound-routes.ts';
import type { Config } from '../base/config/config.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { createOutboundClient, type OutboundPath } from './create-outbound-client.ts';
import type { HostPolicy, MediaClient, OutboundClient } from './outbound-client.ts';
import { OutboundProxy } from './outbound-proxy.ts';

/** Outbound path of each kind of request: for pages, media files and the owner's services. */
interface OutboundPaths {
  /** Paths of requests for pages of the platforms. Contains only the routes that the owner allows. */
  readonly pages: Readonly<Partial<Record<OutboundRoute, OutboundPath>>>;
  /** Path of requests for media. It never uses the proxy for pages, which may be a home connection or be paid by volume. */
  readonly media: OutboundPath;
  /** Path of requests to services that the owner names in the panel. */
  readonly services: OutboundPath;
}

/**
 * Derives the path of each kind of request from the configuration. With OUTBOUND_PROXY_MODE=fallback, the path through the proxy ignores
 * UPSTREAM_ROUTES, because the fallback would otherwise repeat a request to the origin of a route.
 */
export const planOutboundPaths = ({
  outboundProxy,
  outboundProxyMode,
  mediaProxy,
  upstreamRoutes: routes,
}: Pick<Config, 'outboundProxy' | 'outboundProxyMode' | 'mediaProxy' | 'upstreamRoutes'>): OutboundPaths => {
  const direct: OutboundPath = { proxy: null, routes };
  const media: OutboundPath = mediaProxy === null ? direct : { proxy: new OutboundProxy(mediaProxy), routes };
  if (outboundProxy === null) return { pages: { direct }, media, services: direct };
  const proxy = new OutboundProxy(outboundProxy);
  const proxied: OutboundPath = { proxy, routes };
  return outboundProxyMode === 'always'
    ? { pages: { proxy: proxied }, media, services: proxied }
    : { pages: { direct, proxy: { proxy, routes: [] } }, media, services: direct };
};

/** Limits how many posts and share links are read through the owner's proxy in an hour. */
export interface ProxyBudget {
  /**
   * Counts one read and returns null. When the hour's reads are used up, counts nothing and returns the seconds until the next read is
   * allowed.
   */
  take(): number | null;
}

/**
 * Creates the HTTP clients for pages, media and services, and the CONNECT proxy for programs that engines run. `hosts` are the hosts that
 * these programs may reach. Kinds of requests with the same path share one client and its open connections.
 */
export const createOutboundAccess = (config: Config, hosts: HostPolicy, budget: ProxyBudget) => {
  const paths = planOutboundPaths(config);
  const byPath = new Map<OutboundPath, MediaClient>();
  const clientOf = (path: OutboundPath): MediaClient => {
    const client = byPath.get(path) ?? createOutboundClient(path);
    byPath.set(path, client);
    return client;
  };
  const clients: Partial<Record<OutboundRoute, OutboundClient>> = {};
  for (const route of OUTBOUND_ROUTES) {
    const path = paths.pages[route];
    if (path !== undefined) clients[route] = clientOf(path);
  }
  const routes = OUTBOUND_ROUTES.filter((route) => route in clients);
  const connectProxy = createConnectProxy({ hosts, paths: paths.pages });
  return {
    pages: { clients, routeChoice: { routes, budget } },
    media: clientOf(paths.media),
    services: clientOf(paths.services),
    connectProxy,
    close: async () => {
      await Promise.all([...byPath.values(), connectProxy].map((one) => one.close()));
    },
  };
};
