import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { Config, UpstreamRoute } from '../base/config/config.ts';
import { OutboundProxy } from './outbound-proxy.ts';

/** Proxy and replaced origins that one kind of request uses. */
export interface OutboundPath {
  /** Proxy for all requests except those to the owner's origins and to the hosts in `routes`; null for direct connections. */
  readonly proxy: OutboundProxy | null;
  /** Hosts whose requests are sent to another origin (UPSTREAM_ROUTES), without an address check. */
  readonly routes: readonly UpstreamRoute[];
}

/** Path of each kind of request: for pages, media files and the owner's services. */
export interface OutboundPlan {
  /** Requests for pages of the platforms. Contains only the routes that the owner allows. */
  readonly pages: Readonly<Partial<Record<OutboundRoute, OutboundPath>>>;
  /** Requests for media. They never use the proxy for pages, which may be a home connection or be paid by volume. */
  readonly media: OutboundPath;
  /** Requests to services that the owner names in the panel. */
  readonly services: OutboundPath;
}

/**
 * Derives the path of each kind of request from the configuration. With OUTBOUND_PROXY_MODE=fallback, the path through the proxy ignores
 * UPSTREAM_ROUTES: the fallback would otherwise repeat a request to the origin of a route.
 */
export const planOutbound = ({
  outboundProxy,
  outboundProxyMode,
  mediaProxy,
  upstreamRoutes: routes,
}: Pick<Config, 'outboundProxy' | 'outboundProxyMode' | 'mediaProxy' | 'upstreamRoutes'>): OutboundPlan => {
  const direct: OutboundPath = { proxy: null, routes };
  const media: OutboundPath = mediaProxy === null ? direct : { proxy: new OutboundProxy(mediaProxy), routes };
  if (outboundProxy === null) return { pages: { direct }, media, services: direct };
  const proxy = new OutboundProxy(outboundProxy);
  const proxied: OutboundPath = { proxy, routes };
  return outboundProxyMode === 'always'
    ? { pages: { proxy: proxied }, media, services: proxied }
    : { pages: { direct, proxy: { proxy, routes: [] } }, media, services: direct };
};
