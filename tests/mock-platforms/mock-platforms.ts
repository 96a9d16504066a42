import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { answerDelivery } from './cdn.ts';
import { deliveryOf } from './cdn-address.ts';
import { answerCobalt, answerCobaltInfo, answerCobaltTunnel, COBALT_KEY } from './cobalt-api.ts';
import { createMockState, type FaultControls, findPost } from './mock-state.ts';
import { mockPosts } from './posts.ts';
import {
  answerProvider,
  answerProviderFile,
  OPEN_PROVIDER_HOST,
  PROVIDER_FILES,
  PROVIDER_KEY,
  PROVIDER_PATHS,
} from './provider-api.ts';
import { type Exchange, sendText } from './reply.ts';

export interface MockRequest {
  readonly host: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Record<string, string>;
}

/**
 * A local server that imitates the platforms, their delivery networks, the extraction provider and a cobalt instance.
 */
export interface MockPlatforms extends FaultControls {
  /** `http://127.0.0.1:port`. Its `/trap…` paths represent targets that no redirect may reach. */
  readonly origin: string;
  /**
   * Value for UPSTREAM_ROUTES: every platform, short-link and delivery host, and a foreign host that must never be
   * requested.
   */
  readonly routes: string;
  /** Value for PROVIDER_HOST. */
  readonly providerHost: string;
  /** Value for PROVIDER_API_KEY. */
  readonly providerKey: string;
  /** Origin of the same provider without a key. */
  readonly openProvider: string;
  /** Value for COBALT_URL. */
  readonly cobaltUrl: string;
  /** Value for COBALT_API_KEY. */
  readonly cobaltKey: string;
  /** The last 10,000 requests, oldest first. */
  readonly requests: readonly MockRequest[];
  clearRequests(): void;
  /**
   * Returns the exact bytes a download must produce. `from: 'provided'` indexes the provider's renditions instead of
   * the page's.
   */
  bytesOf(postLink: string, index?: number, rendition?: number, from?: 'page' | 'provided'): Buffer;
  /** Number of open sockets, including idle keep-alive ones. */
  openConnections(): number;
  /** Number of responses that are pending or in progress. */
  openExchanges(): number;
  close(): Promise<void>;
}

export interface MockPlatformsOptions {
  readonly port?: number;
  /** PEM texts; when present, the server speaks TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Delay before every response, in milliseconds. */
  readonly latencyMs?: number;
}

const platforms = PLATFORM_IDS.map((id) => TEST_PLATFORMS[id].mock);
const ROUTED_HOSTS = [
  ...platforms.flatMap(({ routed }) => routed),
  'media.elsewhere.example',
  OPEN_PROVIDER_HOST,
];

const REQUESTS_MAX = 10_000;
const BODY_MAX_BYTES = 64 * 1024;

const hostOf = (request: IncomingMessage): string =>
  String(request.headers.host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '');

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > BODY_MAX_BYTES) throw new Error('request body too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const record = (request: IncomingMessage): MockRequest => ({
  host: hostOf(request),
  method: request.method ?? '',
  path: request.url ?? '',
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  ),
});

type MockState = ReturnType<typeof createMockState>;

const answer = async (exchange: Exchange, state: MockState): Promise<void> => {
  const { host, url, request } = exchange;
  const network = deliveryOf(host);
  if (network !== null) return answerDelivery(exchange, network, state.delivery);
  const platform = platforms.find(({ site }) => site.hosts.test(host));
  if (platform !== undefined) return platform.site.answer(exchange, state.pages);
  if (PROVIDER_PATHS.has(url.pathname)) return answerProvider(exchange, state.provider);
  if (url.pathname.startsWith(PROVIDER_FILES)) {
    const id = url.pathname.slice(PROVIDER_FILES.length, -'.mp4'.length);
    return answerProviderFile(exchange, mockPosts.find((post) => post.id === id) ?? null);
  }
  if (url.pathname === '/')
    return request.method === 'POST' ? answerCobalt(exchange, state.cobalt) : answerCobaltInfo(exchange);
  if (url.pathname === '/tunnel') return answerCobaltTunnel(exchange, state.cobalt);
  if (url.pathname.startsWith('/trap'))
    return sendText(exchange, 200, 'video/mp4', 'a target that no redirect may reach');
  sendText(exchange, 404, 'text/plain', 'Not found');
};

const bytesOf: MockPlatforms['bytesOf'] = (postLink, index = 0, rendition = 0, from = 'page') => {
  const item = findPost(postLink)?.items[index];
  const file = (from === 'page' ? item?.renditions : item?.provided)?.[rendition];
  if (file === undefined)
    throw new Error(`the mock platforms have no file ${index}/${rendition} behind ${postLink}`);
  return file.body.bytes();
};

const listen = async (listener: RequestListener, { port = 0, tls }: MockPlatformsOptions) => {
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const sockets = new Set<Socket>();
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.add(socket);
    // Peers that disconnect in mid-transfer are normal here: half of the faults cause them.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const { port: bound } = server.address() as AddressInfo;
  return { server, sockets, origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${bound}` };
};

/**
 * Starts the mock platforms on a loopback port (by default a free one). The Host header alone distinguishes the hosts.
 */
export const startMockPlatforms = async (options: MockPlatformsOptions = {}): Promise<MockPlatforms> => {
  let origin = '';
  let open = 0;
  const requests: MockRequest[] = [];
  const state = createMockState(() => origin);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(record(request));
    if (requests.length > REQUESTS_MAX) requests.shift();
    const body = await readBody(request);
    if (options.latencyMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, options.latencyMs));
    if (response.destroyed) return;
    const host = hostOf(request);
    const url = URL.parse(request.url ?? '/', `https://${host}`) ?? new URL(`https://${host}/`);
    await answer({ host, url, request, response, body }, state);
  };

  const { server, sockets, ...bound } = await listen((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    serve(request, response).catch(() => response.destroy());
  }, options);
  origin = bound.origin;

  return {
    ...state.controls,
    origin,
    routes: ROUTED_HOSTS.map((host) => `${host}=${origin}`).join(','),
    providerHost: origin,
    providerKey: PROVIDER_KEY,
    openProvider: `https://${OPEN_PROVIDER_HOST}`,
    cobaltUrl: origin,
    cobaltKey: COBALT_KEY,
    requests,
    clearRequests() {
      requests.length = 0;
    },
    bytesOf,
    openConnections: () => sockets.size,
    openExchanges: () => open,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
