import net, { isIP, type LookupFunction, type OnReadOpts, type Socket } from 'node:net';
import tls from 'node:tls';
import { LRUCache } from 'lru-cache';
import { formatMediaRequestHead, type MediaAnswer, MediaConnection } from './media-connection.ts';
import { OutboundError } from './outbound-client.ts';
import { BufferPool, type BufferSizes } from './pooled-body.ts';

/**
 * Buffer sizes of transfers. Larger buffers need less work per byte. A transfer whose reader waits holds one buffer; a TLS transfer holds
 * two, because a TLS socket does not stop at once.
 */
const PLAIN_BUFFERS: BufferSizes = { large: 48 * 1024, small: 16 * 1024 };
const TLS_BUFFERS: BufferSizes = { large: 64 * 1024, small: 16 * 1024 };
/**
 * Maximum number of unused connections kept for one post, and for all posts together. More connections for one post would help only if more
 * of its transfers ended at the same time.
 */
const KEPT_PER_POST = 8;
const KEPT_MAX = 64;
/** Maximum number of remembered origins whose responses only the general client reads (create-outbound-client.ts). */
const REFUSING_ORIGINS = 500;
/**
 * Time for which the general client requests the files of an origin after a MediaConnection has refused a response. Each further refusal in
 * a row doubles the time, up to REFUSED_MAX_MS.
 */
const REFUSED_FIRST_MS = 5_000;
const REFUSED_MAX_MS = 10 * 60_000;
/** Maximum number of TLS sessions kept for a faster handshake. */
const SESSIONS = 100;

/**
 * Options of the sockets. `lookup` resolves host names and checks the addresses; with null, the system resolves them and nothing is
 * checked.
 */
export interface MediaConnectionsOptions {
  readonly lookup: LookupFunction | null;
  readonly connectTimeoutMs: number;
  /** Returns milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
}

/** GET request for a file. */
interface MediaRequest {
  /** Origin to connect to. */
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  /** Headers with names in lower case, `host` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Link of the file's post. */
  readonly post: string;
  /** Whether no kept connection may be used. */
  readonly needsNewConnection: boolean;
  /** Longest time between two parts of the body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Called for each connection that the request uses. `stop` closes that connection, so that the request fails with `reason`. */
  readonly onStart: (stop: (reason: Error) => void) => void;
}

type Answer = Extract<MediaAnswer, { kind: 'response' }>;

/**
 * Resolves when the event loop has read the bytes that had arrived before the call. Waits for two turns, because the first may be the rest
 * of the current turn.
 */
const untilRead = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * Creates a record of the origins whose responses a MediaConnection has refused, with the times until which only the general client
 * requests their files.
 */
const createRefusals = (now: () => number) => {
  const refusals = new LRUCache<string, { readonly until: number; readonly waitMs: number }>({
    max: REFUSING_ORIGINS,
  });
  return {
    isRefused: (origin: string): boolean => (refusals.get(origin)?.until ?? 0) > now(),
    /** Counts a refused response. Does nothing while the origin is refused already, so that simultaneous responses count once. */
    add(origin: string): void {
      const last = refusals.get(origin);
      if (last !== undefined && last.until > now()) return;
      const waitMs = last === undefined ? REFUSED_FIRST_MS : Math.min(last.waitMs * 2, REFUSED_MAX_MS);
      refusals.set(origin, { until: now() + waitMs, waitMs });
    },
    /** Forgets the refusals of an origin. Called when a MediaConnection has read a response of this origin. */
    clear: (origin: string): void => void refusals.delete(origin),
  };
};

/**
 * Creates the function that opens sockets. It reuses TLS sessions, as the general client does. A socket that has not connected after
 * `connectTimeoutMs` fails with OutboundError `timeout`.
 */
const createSocketOpener = ({ lookup, connectTimeoutMs }: MediaConnectionsOptions) => {
  let context: tls.SecureContext | null = null;
  /** Returns the one TLS context of all connections: every context has its own copy of the certificate authorities. */
  const secureContext = (): tls.SecureContext => {
    context ??= tls.createSecureContext();
    return context;
  };
  const sessions = new LRUCache<string, Buffer>({ max: SESSIONS });
  return (origin: URL, serverName: string, onread: OnReadOpts): Socket => {
    const isSecure = origin.protocol === 'https:';
    const common = {
      host: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: origin.port === '' ? (isSecure ? 443 : 80) : Number(origin.port),
      onread,
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      ...(lookup !== null && { lookup }),
    };
    const session = sessions.get(serverName);
    const socket = isSecure
      ? tls
          .connect({
            ...common,
            secureContext: secureContext(),
            ...(isIP(serverName) === 0 && { servername: serverName }),
            ...(session !== undefined && { session }),
            ALPNProtocols: ['http/1.1'],
          })
          .on('session', (fresh: Buffer) => sessions.set(serverName, fresh))
      : net.connect(common);
    const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), connectTimeoutMs);
    const stopTimer = (): void => clearTimeout(timer);
    socket.once(isSecure ? 'secureConnect' : 'connect', stopTimer).once('close', stopTimer);
    return socket;
  };
};

/**
 * Creates an empty set of connections. The caller has checked the URL of each request. `options.lookup` decides whether addresses are
 * checked, so requests with and without that check must not share a set.
 */
export const createMediaConnections = (options: MediaConnectionsOptions) => {
  const open = createSocketOpener(options);
  const pools = { plain: new BufferPool(PLAIN_BUFFERS), secure: new BufferPool(TLS_BUFFERS) };
  const refusals = createRefusals(options.now ?? (() => performance.now()));
  const idle = new Map<string, MediaConnection[]>();
  const countIdle = (): number => [...idle.values()].flat().length;
  const all = new Set<MediaConnection>();
  let isClosed = false;

  const forget = (key: string, connection: MediaConnection): void => {
    all.delete(connection);
    const left = idle.get(key)?.filter((other) => other !== connection) ?? [];
    if (left.length > 0) idle.set(key, left);
    else idle.delete(key);
  };

  const create = (key: string, origin: URL, serverName: string): MediaConnection => {
    const isSecure = origin.protocol === 'https:';
    const connection = new MediaConnection({
      connect: (onread) => open(origin, serverName, onread),
      stopsImmediately: !isSecure,
      pool: isSecure ? pools.secure : pools.plain,
      onIdle: (usable) => {
        const kept = idle.get(key) ?? [];
        if (isClosed || kept.length >= KEPT_PER_POST || countIdle() >= KEPT_MAX) usable.destroy();
        else idle.set(key, [...kept, usable]);
      },
      onClose: (closed) => forget(key, closed),
    });
    all.add(connection);
    return connection;
  };

  const take = (key: string): MediaConnection | undefined => {
    const kept = idle.get(key);
    // The server is least likely to have closed the connection that was used last.
    const connection = kept?.pop();
    if (kept?.length === 0) idle.delete(key);
    return connection;
  };

  /**
   * Sends `head` over a kept connection. Tries the next kept connection if the server has closed the one before, and finally a new
   * connection; with `needsNewConnection`, a new one at once. Rejects with OutboundError `unreachable` after `close`.
   */
  const send = async (key: string, origin: URL, serverName: string, head: string, request: MediaRequest) => {
    for (;;) {
      if (isClosed) throw new OutboundError('unreachable');
      const kept = request.needsNewConnection ? undefined : take(key);
      // Bytes that have arrived in the meantime close the connection; they would be taken for the response to this request.
      if (kept !== undefined) await untilRead();
      if (kept?.isOpen === false) continue;
      const connection = kept ?? create(key, origin, serverName);
      request.onStart((reason) => connection.destroy(reason));
      const answer = await connection.request(head, request.bodyTimeoutMs);
      if (answer.kind !== 'stale') return answer;
    }
  };

  return {
    /**
     * Requests a file. Resolves with null when the general client has to request it: the origin was refused recently, the request head
     * cannot be formatted, or no head arrived that `parseMediaResponseHead` accepts. Rejects with OutboundError, or with the reason given
     * to `stop`.
     */
    async request(request: MediaRequest): Promise<Answer | null> {
      const { origin, target, headers, post } = request;
      const head = refusals.isRefused(origin) ? null : formatMediaRequestHead(target, headers);
      if (head === null) return null;
      const url = new URL(origin);
      const serverName = new URL(`https://${headers['host'] ?? url.host}`).hostname;
      const answer = await send(`${origin} ${serverName} ${post}`, url, serverName, head, request);
      if (answer.kind === 'refused') refusals.add(origin);
      if (answer.kind !== 'response') return null;
      refusals.clear(origin);
      return answer;
    },
    /** Closes every connection and lets no new one be opened. */
    close(): void {
      isClosed = true;
      for (const connection of all) connection.destroy();
    },
  };
};

/** Connections to delivery networks, kept for further files of the same post. */
export type MediaConnections = ReturnType<typeof createMediaConnections>;
