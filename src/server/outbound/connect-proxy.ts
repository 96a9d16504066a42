import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { OUTBOUND_ROUTES, type OutboundRoute } from '#shared/outbound-routes.ts';
import { createCheckedLookup, type Resolve } from './checked-lookup.ts';
import type { OutboundPath } from './create-outbound-client.ts';
import { checkDestination, createRouteFinder, type FindRoute } from './host-policy.ts';
import { http } from './node-http.ts';
import { type HostPolicy, OutboundError, type OutboundFault } from './outbound-client.ts';
import { dial, type OutboundProxy } from './outbound-proxy.ts';

/**
 * Limits of one session: number of tunnels, bytes in both directions together, duration, and time after which a tunnel without traffic is
 * closed.
 */
const LOOPBACK_TUNNELS_PER_SESSION = 32;
const LOOPBACK_BYTES_PER_SESSION = 32 * 1024 * 1024;
const LOOPBACK_SESSION_MAX_MS = 30_000;
const LOOPBACK_IDLE_MS = 15_000;
/** Maximum number of open connections to the loopback proxy, including connections that have not sent a request yet. */
const LOOPBACK_CONNECTIONS_MAX = 128;

/** Permission for one run of a program to use the proxy. */
export interface ProxySession {
  /**
   * Proxy URL with a credential for this session only. The URL is a secret until the session ends: pass it in the environment of a program,
   * not as an argument, because every user of the machine can list arguments.
   */
  readonly url: string;
  /** Closes every tunnel of the session and revokes its credential. */
  end(): void;
}

/** Options of the CONNECT proxy. Tests replace `resolve`, the time limits and `maxBytes`. */
export interface ConnectProxyOptions {
  /** Hosts that tunnels may lead to. */
  readonly hosts: HostPolicy;
  /** Proxy and replaced origins for the tunnels of each route; only the routes that the owner allows. */
  readonly paths: Readonly<Partial<Record<OutboundRoute, OutboundPath>>>;
  readonly resolve?: Resolve;
  /** Time limit for connecting to the host of a tunnel, in milliseconds. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds without traffic after which a tunnel is closed. */
  readonly idleTimeoutMs?: number;
  /** Maximum duration of a session, in milliseconds. */
  readonly sessionTimeoutMs?: number;
  /** Maximum number of bytes per session, counted in both directions. */
  readonly maxBytes?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 5_000;
const REFUSED_LINGER_MS = 1_000;
const MAX_HEADER_BYTES = 8 * 1024;
const USER = 'run';
/** Matches a host name with port 443, the only port allowed. `checkDestination` rejects IP addresses that match this pattern. */
const AUTHORITY = /^([a-z0-9](?:[a-z0-9.-]{0,252})):443$/i;

const SECURE_PORT = 443;

/** Means by which tunnels connect to their hosts. `proxy` is null for direct connections. */
interface SocketAccess {
  readonly findRoute: FindRoute;
  readonly proxy: OutboundProxy | null;
  readonly lookup: LookupFunction;
  readonly connectTimeoutMs: number;
}

/**
 * Opens the upstream connection of a tunnel to port 443 of a host. The caller has checked the host against its policy. Connects to the
 * origin that UPSTREAM_ROUTES names for the host; without such an origin, connects through the owner's proxy; without a proxy, to a checked
 * address of the host. Rejects with OutboundError; with `unreachable` if the named origin is not https.
 */
const openUpstreamSocket = async (hostname: string, access: SocketAccess): Promise<Socket> => {
  const { findRoute, proxy, lookup, connectTimeoutMs: timeoutMs } = access;
  const route = findRoute(hostname);
  if (route !== null) {
    const origin = new URL(route);
    // Clients send TLS through the tunnel; a plain http origin would respond with an error page.
    if (origin.protocol !== 'https:') throw new OutboundError('unreachable');
    const host = origin.hostname.replace(/^\[(.*)\]$/, '$1');
    return dial({ host, port: Number(origin.port) || SECURE_PORT }, timeoutMs);
  }
  if (proxy !== null) return proxy.open({ hostname, port: SECURE_PORT }, { lookup, timeoutMs });
  return dial({ host: hostname, port: SECURE_PORT, lookup, autoSelectFamily: true }, timeoutMs);
};

const STATUS_OF_FAULT: Readonly<Record<OutboundFault, number>> = {
  'refused-address': 403,
  'refused-host': 403,
  'refused-redirect': 403,
  unresolved: 502,
  unreachable: 502,
  'proxy-unreachable': 502,
  'proxy-refused': 502,
  timeout: 504,
  'bad-answer': 502,
  'too-large': 502,
};

const reject = (client: Socket, status: number): void => {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="run"\r\n' : '';
  client.setTimeout(REFUSED_LINGER_MS, () => client.destroy());
  client.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
};

const parseTarget = (authority: string | undefined, hosts: HostPolicy): string => {
  const name = AUTHORITY.exec(authority ?? '')?.[1];
  if (name === undefined) throw new OutboundError('refused-address');
  return checkDestination(`https://${name}/`, hosts).hostname;
};

/**
 * Returns the SHA-256 digest of a credential in hexadecimal. Sessions are looked up by digest, so that timing reveals nothing about the
 * credential.
 */
const digestOf = (authorization: string): string => createHash('sha256').update(authorization).digest('hex');

/** Sockets of one session, and the numbers of tunnels and bytes that the session may still use. */
class Session {
  readonly #sockets = new Set<Socket>();
  /** Means by which the tunnels of the session connect to their hosts. */
  readonly access: SocketAccess;
  readonly #idleTimeoutMs: number;
  #bytesLeft: number;
  #tunnelsLeft = LOOPBACK_TUNNELS_PER_SESSION;
  #ended = false;

  constructor(access: SocketAccess, maxBytes: number, idleTimeoutMs: number) {
    this.access = access;
    this.#bytesLeft = maxBytes;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  /**
   * Counts a new tunnel and adds its client socket. Returns false, and does neither, when the session has ended or has used up its tunnels.
   */
  addClient(client: Socket): boolean {
    if (this.#ended || this.#tunnelsLeft <= 0) return false;
    this.#tunnelsLeft -= 1;
    this.#track(client);
    return true;
  }

  /**
   * Answers the client with 200 and forwards bytes between it and its upstream socket, until either side closes, the tunnel is idle or the
   * session has used up its bytes. If the session has ended or the client has left, does nothing but destroy `upstream`.
   */
  startTunnel(client: Socket, upstream: Socket): void {
    if (this.#ended || client.destroyed) {
      upstream.destroy();
      return;
    }
    this.#track(upstream);
    for (const socket of [client, upstream]) socket.setTimeout(this.#idleTimeoutMs, () => socket.destroy());
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    // The pipeline destroys both sockets on an error; the program itself reports the lost connection.
    pipeline(client, this.#createByteCounter(), upstream, this.#createByteCounter(), client, () => undefined);
  }

  end(): void {
    this.#ended = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #createByteCounter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#bytesLeft -= chunk.length;
        done(this.#bytesLeft < 0 ? new OutboundError('too-large') : null, chunk);
      },
    });
  }
}

const createServer = (onConnect: (request: IncomingMessage, client: Socket, head: Buffer) => void) => {
  const server = http.createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    keepAlive: false,
  });
  server.maxConnections = LOOPBACK_CONNECTIONS_MAX;
  // Plain requests are rejected: the proxy would have to send them itself, to a URL that the program chose.
  server.on('request', (_request, response) => response.writeHead(405, { connection: 'close' }).end());
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', onConnect);
  return server;
};

/** Creates a listener that binds the server to a free port of 127.0.0.1 when the port is first requested. */
const createListener = (server: Server) => {
  let listening: Promise<number> | null = null;
  let closed = false;
  const assertOpen = (): void => {
    if (closed) throw new Error('the CONNECT proxy is closed');
  };

  const listen = async (): Promise<number> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The proxy alone does not keep the process alive.
    server.unref();
    return (server.address() as AddressInfo).port;
  };

  return {
    async port(): Promise<number> {
      assertOpen();
      listening ??= listen().catch((error: unknown) => {
        listening = null;
        throw error;
      });
      const port = await listening;
      assertOpen();
      return port;
    },
    async close(): Promise<void> {
      closed = true;
      await listening?.catch(() => undefined);
      if (!server.listening) return;
      const ended = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
};

/**
 * Creates the CONNECT proxy. It listens on 127.0.0.1 at a free port and opens only tunnels to port 443 of the allowed hosts. It applies the
 * address checks of the outbound client: public addresses only, except for hosts in UPSTREAM_ROUTES; the owner's proxy, if the session's
 * route uses it, may resolve the names itself. Each session has its own credential, so other programs on this machine cannot use the proxy.
 */
export const createConnectProxy = (options: ConnectProxyOptions) => {
  const { hosts, maxBytes = LOOPBACK_BYTES_PER_SESSION, idleTimeoutMs = LOOPBACK_IDLE_MS } = options;
  const { sessionTimeoutMs = LOOPBACK_SESSION_MAX_MS } = options;
  const lookup = createCheckedLookup(options.resolve);
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const accesses = new Map(
    OUTBOUND_ROUTES.flatMap((route): [OutboundRoute, SocketAccess][] => {
      const path = options.paths[route];
      if (path === undefined) return [];
      return [
        [route, { findRoute: createRouteFinder(path.routes), proxy: path.proxy, lookup, connectTimeoutMs }],
      ];
    }),
  );
  const sessions = new Map<string, Session>();

  const connect = async (request: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    client.on('error', () => undefined);
    const session = sessions.get(digestOf(request.headers['proxy-authorization'] ?? ''));
    if (session === undefined) return reject(client, 407);
    if (!session.addClient(client)) return reject(client, 429);
    try {
      const upstream = await openUpstreamSocket(parseTarget(request.url, hosts), session.access);
      if (head.length > 0) client.unshift(head);
      session.startTunnel(client, upstream);
    } catch (error) {
      reject(client, error instanceof OutboundError ? STATUS_OF_FAULT[error.fault] : 502);
    }
  };

  const server = createServer((request, client, head) => void connect(request, client, head));
  const listener = createListener(server);

  /** Creates a session with a random credential. Returns the credential (`secret`) and the function that ends the session. */
  const createSession = (access: SocketAccess) => {
    const secret = randomBytes(24).toString('base64url');
    const key = digestOf(`Basic ${Buffer.from(`${USER}:${secret}`).toString('base64')}`);
    const session = new Session(access, maxBytes, idleTimeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      sessions.delete(key);
      session.end();
    };
    const timer = setTimeout(end, sessionTimeoutMs);
    timer.unref();
    sessions.set(key, session);
    return { secret, end };
  };

  return {
    /**
     * Creates a session for one run of a program; its tunnels use the path of `route`. The first session starts the server. Rejects when
     * the proxy cannot listen or is closed, or when the owner does not allow the route.
     */
    async openSession(route: OutboundRoute): Promise<ProxySession> {
      const access = accesses.get(route);
      if (access === undefined) throw new Error('the owner does not allow this route');
      const port = await listener.port();
      const { secret, end } = createSession(access);
      return { url: `http://${USER}:${secret}@127.0.0.1:${port}`, end };
    },
    /** Closes every tunnel and stops listening. */
    async close(): Promise<void> {
      for (const session of sessions.values()) session.end();
      sessions.clear();
      await listener.close();
    },
  };
};

/** HTTP CONNECT proxy on the loopback interface, for programs of engines that open network connections themselves. */
export type ConnectProxy = ReturnType<typeof createConnectProxy>;
