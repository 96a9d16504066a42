import net, { type LookupFunction, type Socket } from 'node:net';
import { OutboundError, toOutboundError } from './outbound-client.ts';
import type { OutboundProxy } from './outbound-proxy.ts';
import type { FindRoute } from './upstream-routes.ts';

/** How `openUpstreamSocket` reaches a host. `connectTimeout` is in milliseconds. */
export interface SocketAccess {
  readonly findRoute: FindRoute;
  readonly proxy: OutboundProxy | null;
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

/**
 * Opens the upstream connection of a tunnel to port 443 of a host. The caller has checked the host against its policy. Connects to
 * the origin in UPSTREAM_ROUTES if there is one, otherwise through the owner's proxy, otherwise to a checked address of the host.
 * Rejects with OutboundError.
 */
export const openUpstreamSocket = async (hostname: string, access: SocketAccess): Promise<Socket> => {
  const { findRoute, proxy, lookup, connectTimeout } = access;
  const route = findRoute(hostname);
  if (route !== null) {
    const origin = new URL(route);
    // Clients send TLS through the tunnel; a plain http origin would respond with an error page.
    if (origin.protocol !== 'https:') throw new OutboundError('unreachable');
    return waitForConnect(net.connect({ host: hostOf(origin), port: portOf(origin) }), connectTimeout);
  }
  if (proxy !== null) return proxy.open({ hostname, port: SECURE_PORT }, { lookup, timeout: connectTimeout });
  return waitForConnect(
    net.connect({ host: hostname, port: SECURE_PORT, lookup, autoSelectFamily: true }),
    connectTimeout,
  );
};
