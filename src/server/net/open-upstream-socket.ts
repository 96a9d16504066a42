import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction, type Socket } from 'node:net';
import { OutboundError, toOutboundError } from './outbound-client.ts';
import type { FindRoute } from './upstream-routes.ts';

/** Ways in which the CONNECT proxy reaches a host. `connectTimeout` is in milliseconds. */
export interface OutboundRoutes {
  readonly findRoute: FindRoute;
  readonly outboundProxy: string | null;
  readonly lookup: LookupFunction;
  readonly connectTimeout: number;
}

const SECURE_PORT = 443;
const HTTP_PORT = 80;

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? SECURE_PORT : HTTP_PORT) : Number(port);

/** Returns the host of a URL in the form that sockets accept: an IPv6 address without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const waitForConnect = (socket: Socket, timeout: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), timeout);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(toOutboundError(error));
    });
  });

/** Opens a connection through the owner's proxy, which resolves the host name, as it does for the outbound client. */
const openThroughProxy = (address: string, hostname: string, timeout: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const proxy = new URL(address);
    const target = `${hostname}:${SECURE_PORT}`;
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: target,
      headers: { host: target },
      agent: false,
    });
    const timer = setTimeout(() => request.destroy(new OutboundError('timeout')), timeout);
    request.once('connect', (response, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (response.statusCode !== 200) {
        socket.destroy();
        reject(new OutboundError('unreachable'));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(toOutboundError(error));
    });
    request.end();
  });

/**
 * Opens the upstream connection of a tunnel to port 443 of a host. The caller has checked the host against its policy. Connects to
 * the origin in UPSTREAM_ROUTES if there is one, otherwise through the outbound proxy, otherwise to a checked address of the host.
 * Rejects with OutboundError.
 */
export const openUpstreamSocket = async (hostname: string, routes: OutboundRoutes): Promise<Socket> => {
  const { findRoute, outboundProxy, lookup, connectTimeout } = routes;
  const route = findRoute(hostname);
  if (route !== null) {
    const origin = new URL(route);
    // Clients send TLS through the tunnel; a plain http origin would respond with an error page.
    if (origin.protocol !== 'https:') throw new OutboundError('unreachable');
    return waitForConnect(net.connect({ host: hostOf(origin), port: portOf(origin) }), connectTimeout);
  }
  if (outboundProxy !== null) return openThroughProxy(outboundProxy, hostname, connectTimeout);
  return waitForConnect(
    net.connect({ host: hostname, port: SECURE_PORT, lookup, autoSelectFamily: true }),
    connectTimeout,
  );
};
