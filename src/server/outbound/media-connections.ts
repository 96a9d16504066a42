import net, { isIP, type LookupFunction, type OnReadOpts, type Socket } from 'node:net';
import tls from 'node:tls';
import { LRUCache } from 'lru-cache';
import { formatMediaRequestHead, type MediaAnswer, MediaConnection } from './media-connection.ts';
import { OutboundError } from './outbound-client.ts';
import { BufferPool, type BufferSizes } from './pooled-body.ts';

/**
 * Memory of a transfer. Larger buffers need less work per byte, and a waiting transfer holds one of them. A TLS transfer has two, because
 * its socket does not stop to deliver at once.
 */
const PLAIN_BUFFERS: BufferSizes = { full: 48 * 1024, crowded: 16 * 1024 };
const TLS_BUFFERS: BufferSizes = { full: 64 * 1024, crowded: 16 * 1024 };
/**
 * Maximum number of unused connections kept for one post, and for all posts together. More for one post would help only if more of its
 * transfers ended at once.
 */
const KEPT_PER_POST = 8;
const KEPT_MAX = 64;
/** Maximum number of remembered origins whose responses only the general client reads (create-outbound-client.ts). */
const REFUSING_ORIGINS = 500;
/**
 * Time for which the general client requests the files of an origin after a response that a MediaConnection refused. Each further refusal
 * in a row doubles it, up to REFUSED_MAX_MS.
 */
const REFUSED_FIRST_MS = 5_000;
const REFUSED_MAX_MS = 10 * 60_000;
/** TLS sessions kept for a faster handshake. */
const SESSIONS = 100;

/** How sockets are opened. `lookup` checks the addresses of a name; null leaves the name to the system. */
export interface MediaConnectionsOptions {
  readonly lookup: LookupFunction | null;
  readonly connectTimeout: number;
  /** Monotonic milliseconds, for tests. */
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
  readonly bodyTimeout: number;
  /** Calls `stop` with a reason when the request is no longer wanted. */
  readonly onStart: (stop: (reason: Error) => void) => void;
}

type Answer = Extract<MediaAnswer, { kind: 'response' }>;

/** Resolves when the event loop has read what had arrived before: the first turn may be the rest of the current one. */
const untilRead = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Creates a record of the origins whose responses were refused, and until when only the general client requests them. */
const createRefusals = (now: () => number) => {
  const refusals = new LRUCache<string, { readonly until: number; readonly waitMs: number }>({
    max: REFUSING_ORIGINS,
  });
  return {
    isRefused: (origin: string): boolean => (refusals.get(origin)?.until ?? 0) > now(),
    /** Counts a refused response; several at the same time count once. */
    add(origin: string): void {
      const last = refusals.get(origin);
      if (last !== undefined && last.until > now()) return;
      const waitMs = last === undefined ? REFUSED_FIRST_MS : Math.min(last.waitMs * 2, REFUSED_MAX_MS);
      refusals.set(origin, { until: now() + waitMs, waitMs });
    },
    /** Forgets an origin after a response that was read. */
    clear: (origin: string): void => void refusals.delete(origin),
  };
};

/** Creates the function that opens sockets. TLS sessions are reused, as the general client does. */
const createOpen = ({ lookup, connectTimeout }: MediaConnectionsOptions) => {
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
    const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), connectTimeout);
    const stopTimer = (): void => clearTimeout(timer);
    socket.once(isSecure ? 'secureConnect' : 'connect', stopTimer).once('close', stopTimer);
    return socket;
  };
};

/**
 * Creates an empty set of connections. The caller has checked the URL and decides whether the addresses of its host are checked: a
 * checked and an unchecked request must not share one set.
 */
export const createMediaConnections = (options: MediaConnectionsOptions) => {
  const open = createOpen(options);
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
    // The one used last is the least likely to be closed by the server.
    const connection = kept?.pop();
    if (kept?.length === 0) idle.delete(key);
    return connection;
  };

  /** Sends a head over kept connections as long as they turn out to be closed, then over a new one. */
  const send = async (key: string, origin: URL, serverName: string, head: string, request: MediaRequest) => {
    for (;;) {
      if (isClosed) throw new OutboundError('unreachable');
      const kept = request.needsNewConnection ? undefined : take(key);
      // Bytes that have arrived meanwhile close it; as an answer to this request they would be another file.
      if (kept !== undefined) await untilRead();
      if (kept?.isOpen === false) continue;
      const connection = kept ?? create(key, origin, serverName);
      request.onStart((reason) => connection.destroy(reason));
      const answer = await connection.request(head, request.bodyTimeout);
      if (answer.kind !== 'stale') return answer;
    }
  };

  return {
    /**
     * Requests a file. Resolves with null when the general client has to request it, because the response is not one that
     * `parseMediaResponseHead` accepts. Rejects with OutboundError, or with the reason given to `stop`.
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
    /** Closes every connection. */
    close(): void {
      isClosed = true;
      for (const connection of all) connection.destroy();
    },
  };
};

/** Connections to delivery networks, kept for further files of the same post. */
export type MediaConnections = ReturnType<typeof createMediaConnections>;
