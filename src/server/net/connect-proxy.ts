import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import {
  LOOPBACK_BYTES_PER_RUN,
  LOOPBACK_CONNECTIONS_MAX,
  LOOPBACK_IDLE_MS,
  LOOPBACK_RUN_MAX_MS,
  LOOPBACK_TUNNELS_PER_RUN,
} from '#shared/engine-limits.ts';
import type { UpstreamRoute } from '../config/config.ts';
import { createCheckedLookup } from './checked-lookup.ts';
import { checkDestination } from './destination.ts';
import { type OutboundRoutes, openOnward } from './open-onward.ts';
import { type HostPolicy, OutboundError, type OutboundFault } from './outbound-client.ts';
import { type Resolve, resolveByNameServer } from './resolve.ts';
import { createRouteFinder } from './upstream-routes.ts';

/** The leave of one run of a program to use the proxy. */
export interface Admission {
  /** The proxy's address with the run's own credential; a secret until the run has ended, so never an argument of a program. */
  readonly url: string;
  /** Ends every tunnel of the run; its credential is void from then on. */
  end(): void;
}

/** A proxy on loopback for programs of ours that speak to the network themselves. */
export interface ConnectProxy {
  /** Admits one run. The proxy listens from the first one on. Rejects when it cannot listen, or is closed. */
  admit(): Promise<Admission>;
  /** Ends every tunnel and stops listening. */
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Hosts a tunnel may lead to. */
  readonly hosts: HostPolicy;
  readonly routes: readonly UpstreamRoute[];
  /** Proxy the tunnels go on through; routed hosts are reached without it. */
  readonly outboundProxy: string | null;
  readonly resolve?: Resolve;
  readonly connectTimeout?: number;
  /** Milliseconds without a byte after which a tunnel ends. */
  readonly idleTimeout?: number;
  /** Milliseconds a run may use the proxy. */
  readonly runTimeout?: number;
  /** Bytes a run may move, both ways counted. */
  readonly maxBytes?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 5_000;
const REFUSED_LINGER_MS = 1_000;
const MAX_HEADER_BYTES = 8 * 1024;
const USER = 'run';
/** A name and the one port; addresses in any other writing fall to the check of the destination. */
const AUTHORITY = /^([a-z0-9](?:[a-z0-9.-]{0,252})):443$/i;

const STATUS_OF_FAULT: Readonly<Record<OutboundFault, number>> = {
  'refused-address': 403,
  'refused-host': 403,
  'refused-redirect': 403,
  unresolved: 502,
  unreachable: 502,
  timeout: 504,
  'bad-answer': 502,
  'too-large': 502,
};

const refuse = (client: Socket, status: number): void => {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="run"\r\n' : '';
  client.setTimeout(REFUSED_LINGER_MS, () => client.destroy());
  client.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
};

const targetOf = (authority: string | undefined, hosts: HostPolicy): string => {
  const name = AUTHORITY.exec(authority ?? '')?.[1];
  if (name === undefined) throw new OutboundError('refused-address');
  return checkDestination(`https://${name}/`, hosts).hostname;
};

/** Credentials are looked up by their digest: how long that takes tells nothing of the credential. */
const digestOf = (authorization: string): string => createHash('sha256').update(authorization).digest('hex');

/** One run: its tunnels, and what it has used of its share. */
class Run {
  readonly #sockets = new Set<Socket>();
  readonly #idleTimeout: number;
  #bytesLeft: number;
  #tunnelsLeft = LOOPBACK_TUNNELS_PER_RUN;
  #ended = false;

  constructor(maxBytes: number, idleTimeout: number) {
    this.#bytesLeft = maxBytes;
    this.#idleTimeout = idleTimeout;
  }

  /** Takes a socket into the run's care; false when the run has ended or has had its share. */
  takes(client: Socket): boolean {
    if (this.#ended || this.#tunnelsLeft <= 0) return false;
    this.#tunnelsLeft -= 1;
    this.#keep(client);
    return true;
  }

  tunnel(client: Socket, onward: Socket): void {
    if (this.#ended || client.destroyed) {
      onward.destroy();
      return;
    }
    this.#keep(onward);
    for (const socket of [client, onward]) socket.setTimeout(this.#idleTimeout, () => socket.destroy());
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    // Its faults are the program's to tell of; both ends are destroyed by then.
    pipeline(client, this.#counter(), onward, this.#counter(), client, () => undefined);
  }

  end(): void {
    this.#ended = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #counter(): Transform {
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
  // Plain requests would be ours to send, with their addresses in our hands: tunnels only.
  server.on('request', (_request, response) => response.writeHead(405, { connection: 'close' }).end());
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', onConnect);
  return server;
};

/** Has a server listen on a free port of 127.0.0.1 when that port is first asked for. */
const createListener = (server: http.Server) => {
  let listening: Promise<number> | null = null;
  let closed = false;
  const assertOpen = (): void => {
    if (closed) throw new Error('the loopback proxy is closed');
  };

  const listen = async (): Promise<number> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The proxy alone keeps no process alive.
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
 * Makes the proxy. It listens on 127.0.0.1 at a port of the system's choice, opens tunnels (CONNECT) and nothing else, only to
 * port 443 of the allowed hosts at public addresses, as the outbound client does, and only for runs that have been admitted: other
 * programs on this machine have no credential.
 */
export const createConnectProxy = (options: ConnectProxyOptions): ConnectProxy => {
  const { hosts, maxBytes = LOOPBACK_BYTES_PER_RUN, idleTimeout = LOOPBACK_IDLE_MS } = options;
  const { runTimeout = LOOPBACK_RUN_MAX_MS } = options;
  const routes: OutboundRoutes = {
    findRoute: createRouteFinder(options.routes),
    outboundProxy: options.outboundProxy,
    lookup: createCheckedLookup(options.resolve ?? resolveByNameServer),
    connectTimeout: options.connectTimeout ?? CONNECT_TIMEOUT_MS,
  };
  const runs = new Map<string, Run>();

  const connect = async (request: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    client.on('error', () => undefined);
    const run = runs.get(digestOf(request.headers['proxy-authorization'] ?? ''));
    if (run === undefined) return refuse(client, 407);
    if (!run.takes(client)) return refuse(client, 429);
    try {
      const onward = await openOnward(targetOf(request.url, hosts), routes);
      if (head.length > 0) client.unshift(head);
      run.tunnel(client, onward);
    } catch (error) {
      refuse(client, error instanceof OutboundError ? STATUS_OF_FAULT[error.fault] : 502);
    }
  };

  const server = createServer((request, client, head) => void connect(request, client, head));
  const listener = createListener(server);

  /** Lets a new run in; gives its credential and what ends it. */
  const letIn = () => {
    const secret = randomBytes(24).toString('base64url');
    const key = digestOf(`Basic ${Buffer.from(`${USER}:${secret}`).toString('base64')}`);
    const run = new Run(maxBytes, idleTimeout);
    const end = (): void => {
      clearTimeout(timer);
      runs.delete(key);
      run.end();
    };
    const timer = setTimeout(end, runTimeout);
    timer.unref();
    runs.set(key, run);
    return { secret, end };
  };

  return {
    async admit() {
      const port = await listener.port();
      const { secret, end } = letIn();
      return { url: `http://${USER}:${secret}@127.0.0.1:${port}`, end };
    },
    async close() {
      for (const run of runs.values()) run.end();
      runs.clear();
      await listener.close();
    },
  };
};
