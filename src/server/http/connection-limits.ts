import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionTracker } from '../base/lifecycle/graceful-stop.ts';
import { blockOf, networkOf } from '../limits/requester.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';

/** Listener for the pauses of one client, in which the client reads nothing. */
interface PauseListener {
  /** Milliseconds without progress, while bytes wait to be sent, after which the client counts as paused. */
  readonly pauseAfterMs: number;
  /** Called at each pause. The signal aborts when the client reads on, and when the exemption or the connection ends. */
  readonly onPause: (signal: AbortSignal) => void;
}

export interface StallLimits {
  /** Maximum milliseconds without progress while bytes wait to be sent. */
  readonly stalledMs: number;
  /** Milliseconds between two checks of all connections. */
  readonly checkEveryMs: number;
}

/**
 * Default limits. A client that stops reading is found in less than a minute, including the time in which the buffers of the kernel fill.
 */
const STALL_LIMITS: StallLimits = { stalledMs: 40_000, checkEveryMs: 500 };

/**
 * Milliseconds without progress after which the reader of a file counts as paused. The kernel takes the next bytes only when a third of its
 * buffer, which may be megabytes, is free.
 */
export const FILE_PAUSED_MS = 20_000;
/** Milliseconds without progress after which the reader of any other response, which is smaller, counts as paused. */
const PAUSED_MS = 2_000;

/** Exemption of a connection from being reset while it sends a file. */
interface Exemption {
  readonly pauseListener: PauseListener | undefined;
  /** Aborted when the client reads again, or when the file or the connection ends; null while the client reads. */
  clientPause: AbortController | null;
}

interface Progress {
  /** Number of bytes handed to the kernel; null when none waited to be sent. */
  sent: number | null;
  /** When `sent` last changed, in milliseconds (performance.now()). */
  since: number;
  readonly exemptions: Set<Exemption>;
}

const endPause = (exemption: Exemption): void => {
  exemption.clientPause?.abort();
  exemption.clientPause = null;
};

const patienceOf = ({ exemptions }: Progress): number =>
  Math.max(
    PAUSED_MS,
    ...[...exemptions].map(({ pauseListener }) => pauseListener?.pauseAfterMs ?? FILE_PAUSED_MS),
  );

/**
 * Creates the monitor of clients that stop reading. A socket timeout is not sufficient, because each heartbeat of an event stream and each
 * byte that a client sends counts as activity. The timer does not keep the process alive.
 */
export const createStalledClientMonitor = ({ stalledMs, checkEveryMs }: StallLimits = STALL_LIMITS) => {
  const tracked = new Map<Socket, Progress>();
  const checkPauses = ({ exemptions }: Progress, waitedMs: number): void => {
    for (const exemption of exemptions) {
      const { pauseListener, clientPause } = exemption;
      if (pauseListener === undefined || clientPause !== null || waitedMs < pauseListener.pauseAfterMs)
        continue;
      exemption.clientPause = new AbortController();
      pauseListener.onPause(exemption.clientPause.signal);
    }
  };
  const checkOne = (socket: Socket, progress: Progress, now: number): void => {
    // Most connections have nothing to send, and adding up what was written takes time.
    const sent = socket.writableLength === 0 ? null : socket.bytesWritten - socket.writableLength;
    const waitedMs = now - progress.since;
    if (sent === null || sent !== progress.sent) {
      progress.sent = sent;
      progress.since = now;
      for (const exemption of progress.exemptions) endPause(exemption);
    } else if (progress.exemptions.size > 0) checkPauses(progress, waitedMs);
    // A reset also frees the unread bytes in the kernel; a close would keep them for the client.
    else if (waitedMs >= stalledMs) socket.resetAndDestroy();
  };
  const check = (): void => {
    const now = performance.now();
    for (const [socket, progress] of tracked) checkOne(socket, progress, now);
  };
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  return {
    /** Monitors a connection until it closes. Resets it when its client has read nothing for `stalledMs`, unless it is exempt. */
    track(socket: Socket): void {
      const progress: Progress = { sent: null, since: performance.now(), exemptions: new Set() };
      tracked.set(socket, progress);
      socket.once('close', () => {
        tracked.delete(socket);
        for (const exemption of progress.exemptions) endPause(exemption);
      });
    },
    /**
     * Exempts a connection from being reset until the returned function is called, and tells `pauseListener` when its client pauses. The
     * media tunnel exempts its connections, because it has its own minimum speed.
     */
    exempt(socket: Socket, pauseListener?: PauseListener): () => void {
      const progress = tracked.get(socket);
      const exemption: Exemption = { pauseListener, clientPause: null };
      progress?.exemptions.add(exemption);
      return () => {
        if (!progress?.exemptions.delete(exemption)) return;
        endPause(exemption);
        if (progress.exemptions.size === 0) progress.since = performance.now();
      };
    },
    /** Returns whether a connection is exempt, which means that a file is being sent over it. */
    isExempt: (socket: Socket): boolean => (tracked.get(socket)?.exemptions.size ?? 0) > 0,
    /** Returns when the client of a connection stopped reading (performance.now()), if it counts as paused; else null. */
    pausedSince(socket: Socket): number | null {
      const progress = tracked.get(socket);
      if (progress === undefined || socket.writableLength === 0) return null;
      return performance.now() - progress.since >= patienceOf(progress) ? progress.since : null;
    },
    close: () => clearInterval(timer),
  };
};

/** Monitor that resets a connection when its client stops reading the response. */
export type StalledClientMonitor = ReturnType<typeof createStalledClientMonitor>;

/** Maximum number of open connections of this process. */
const CONNECTIONS_MAX = 8_192;
/** Milliseconds for which a connection waits for its next request. */
const KEEP_ALIVE_MS = 65_000;
/** Milliseconds for which a connection waits for its next request while more than half of all allowed connections are open. */
const SHORT_KEEP_ALIVE_MS = 5_000;
/**
 * Divisor of the maximum number of connections. When that many are open, up to one in ROOM_SHARE of them is closed at once, so that not
 * every new connection causes a search of all.
 */
const ROOM_SHARE = 64;
/**
 * Number of connections that one browser opens. A network with no more connections than that loses only those that have waited for the
 * client for FRESH_MS or longer.
 */
const BROWSER_CONNECTIONS = 6;
/** Milliseconds in which a browser sends its request over a fresh connection. */
const FRESH_MS = 1_000;
/**
 * Maximum number of unanswered requests of a connection. More than one, because the next request may arrive while the server still finishes
 * the last response.
 */
const UNANSWERED_MAX = 4;

interface Connection {
  readonly socket: Socket;
  /**
   * Key by which connections are grouped when some must be closed: the block of the client's network, or the socket itself for a trusted
   * proxy.
   */
  readonly owner: unknown;
  /** Number of requests without a complete response. */
  unanswered: number;
  /** The last request; null if there was none. */
  request: IncomingMessage | null;
  /**
   * When the connection was opened, its last request began or its last response ended, whichever was last, in milliseconds
   * (performance.now()).
   */
  since: number;
}

/** Number of connections of one owner, and those that may be closed, the longest wait first. */
interface Holding {
  size: number;
  readonly waiting: { readonly connection: Connection; readonly since: number }[];
}

/** Returns since when a connection waits (performance.now()); null for one that must not be closed. */
type WaitsSince = (connection: Connection) => number | null;

interface ConnectionLimitParts {
  readonly traffic: Pick<TrafficLimits, 'openConnection' | 'isTrustedProxy'>;
  readonly stalledClients: StalledClientMonitor;
  /** Maximum number of open connections; by default CONNECTIONS_MAX. */
  readonly connectionsMax?: number | undefined;
}

/** Limits the open connections of a server, in total and by network, and the unanswered requests of each connection. */
class ConnectionLimits implements ConnectionTracker {
  readonly #server: Server;
  readonly #traffic: ConnectionLimitParts['traffic'];
  readonly #stalledClients: StalledClientMonitor;
  readonly #connectionsMax: number;
  readonly #open = new Map<Socket, Connection>();
  #fromProxies = 0;
  #isClosing = false;

  constructor(
    server: Server,
    { traffic, stalledClients, connectionsMax = CONNECTIONS_MAX }: ConnectionLimitParts,
  ) {
    this.#server = server;
    this.#traffic = traffic;
    this.#stalledClients = stalledClients;
    this.#connectionsMax = connectionsMax;
    this.#adaptKeepAlive();
  }

  /**
   * Counts a connection and returns whether it may be served. Resets one that may not. If the maximum number of connections is open, closes
   * others first.
   */
  accept(socket: Socket): boolean {
    // The address is missing when the client has reset the connection before it was accepted.
    const address = socket.remoteAddress ?? '';
    if (!settle(socket, this.#traffic.openConnection(address))) return false;
    if (this.#open.size >= this.#connectionsMax) this.#makeRoom();
    if (this.#open.size >= this.#connectionsMax) {
      socket.resetAndDestroy();
      return false;
    }
    this.#add(socket, address);
    return true;
  }

  /** Counts a request and returns whether it may be served. Resets a connection with UNANSWERED_MAX unanswered requests. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return !request.socket.destroyed;
    if (connection.unanswered >= UNANSWERED_MAX) {
      // The parser still emits the requests it has read; they end here too.
      this.#end(connection);
      request.socket.resetAndDestroy();
      return false;
    }
    connection.unanswered += 1;
    connection.request = request;
    connection.since = performance.now();
    response.once('close', () => {
      connection.unanswered -= 1;
      connection.since = performance.now();
      this.#closeIfIdle(connection);
    });
    return true;
  }

  #add(socket: Socket, address: string): void {
    const isProxy = this.#traffic.isTrustedProxy(address);
    const owner = isProxy ? socket : blockOf(networkOf(address));
    const connection = { socket, owner, unanswered: 0, request: null, since: performance.now() };
    this.#open.set(socket, connection);
    if (isProxy) this.#fromProxies += 1;
    this.#adaptKeepAlive();
    socket.once('close', () => this.#end(connection));
    this.#stalledClients.track(socket);
    this.#closeIfIdle(connection);
  }

  activeRequests(): number {
    return [...this.#open.values()].reduce((sum, { unanswered }) => sum + unanswered, 0);
  }

  closeIdleConnections(): void {
    this.#isClosing = true;
    for (const connection of this.#open.values()) this.#closeIfIdle(connection);
  }

  destroyConnections(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #closeIfIdle({ socket, unanswered }: Connection): void {
    // The last bytes of a response may still be unsent; `destroySoon` sends them first.
    if (this.#isClosing && unanswered === 0) socket.destroySoon();
  }

  #end({ socket, owner }: Connection): void {
    if (!this.#open.delete(socket)) return;
    if (owner === socket) this.#fromProxies -= 1;
    this.#adaptKeepAlive();
  }

  /**
   * Sets the keep-alive time by the number of open connections. Connections of trusted proxies do not count, because the shorter time could
   * end while a proxy sends its next request.
   */
  #adaptKeepAlive(): void {
    const isCrowded = this.#open.size - this.#fromProxies > this.#connectionsMax / 2;
    this.#server.keepAliveTimeout = isCrowded ? SHORT_KEEP_ALIVE_MS : KEEP_ALIVE_MS;
  }

  /**
   * Returns since when a connection waits for its client: for a request, for the rest of one, or for the client to read on. Returns null if
   * it does not wait for the client.
   */
  readonly #waitsForClientSince: WaitsSince = ({ socket, unanswered, request, since }) => {
    const isIncomplete = unanswered === 0 || (unanswered === 1 && request?.complete === false);
    return isIncomplete ? since : this.#stalledClients.pausedSince(socket);
  };

  readonly #waitsLongSince: WaitsSince = (connection) => {
    const since = this.#waitsForClientSince(connection);
    return since !== null && performance.now() - since >= FRESH_MS ? since : null;
  };

  /** Returns `since` of a connection, even if it waits for the server (for a slot, an event or a preview); null if it sends a file. */
  readonly #sendsNoFileSince: WaitsSince = ({ socket, since }) =>
    this.#stalledClients.isExempt(socket) ? null : since;

  #holdings(waitsSince: WaitsSince): Holding[] {
    const holdings = new Map<unknown, Holding>();
    for (const connection of this.#open.values()) {
      const holding = holdings.get(connection.owner) ?? { size: 0, waiting: [] };
      holdings.set(connection.owner, holding);
      holding.size += 1;
      const since = waitsSince(connection);
      if (since !== null) holding.waiting.push({ connection, since });
    }
    const found = [...holdings.values()].filter(({ waiting }) => waiting.length > 0);
    for (const { waiting } of found) waiting.sort((one, other) => one.since - other.since);
    const longest = ({ waiting }: Holding): number => waiting[0]?.since ?? 0;
    return found.sort((one, other) => other.size - one.size || longest(one) - longest(other));
  }

  /**
   * Closes connections that wait for their clients: of networks with more connections than a browser opens, or if there are none, of all
   * networks, if the connections have waited for FRESH_MS. Only if nothing was closed, closes connections that send no file, of networks
   * with more connections than a browser opens. Never cuts a file that is being sent and read.
   */
  #makeRoom(): void {
    if (this.#closeLargest(this.#waitsForClientSince, BROWSER_CONNECTIONS)) return;
    if (this.#closeLargest(this.#waitsLongSince, 0)) return;
    this.#closeLargest(this.#sendsNoFileSince, BROWSER_CONNECTIONS);
  }

  /**
   * Closes connections for which `waitsSince` returns a time, always of the owners that have the most connections at that time, down to
   * `keptCount` connections of an owner. Closes at most one in ROOM_SHARE of all allowed connections. Returns whether it closed any.
   */
  #closeLargest(waitsSince: WaitsSince, keptCount: number): boolean {
    const closedMax = Math.ceil(this.#connectionsMax / ROOM_SHARE);
    const holdings = this.#holdings(waitsSince);
    let closed = 0;
    for (let size = holdings[0]?.size ?? 0; size > keptCount; size -= 1)
      for (const holding of holdings) {
        if (holding.size < size) break;
        const next = holding.waiting.shift();
        if (next === undefined) continue;
        holding.size -= 1;
        this.#close(next.connection);
        closed += 1;
        if (closed === closedMax) return true;
      }
    return closed > 0;
  }

  #close(connection: Connection): void {
    const { socket, unanswered } = connection;
    this.#end(connection);
    // What the kernel has still to send of an ended response must arrive; the rest of a paused one never will.
    if (unanswered === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
}

/**
 * Calls `release` when the connection closes, at once if it has closed already. Resets the connection if `release` is null, because its
 * limit is reached. Returns whether the connection may stay.
 */
const settle = (socket: Socket, release: (() => void) | null): boolean => {
  if (release === null) {
    // A reset leaves no socket in TIME_WAIT; a flood would leave thousands.
    socket.resetAndDestroy();
    return false;
  }
  if (socket.closed) release();
  else socket.once('close', release);
  return true;
};

/**
 * Limits the connections of a server, and returns their tracker for the graceful stop. Checks the limits before the server's own handlers
 * run, so that a refused connection needs no HTTP parser. Resets a connection above the limit of its network. Above the total, closes
 * connections that wait for their clients, of the largest networks first, then other connections that send no file; resets the new
 * connection only if none can be closed. Tells the monitor of stalled clients about accepted connections.
 *
 * A connection with more than UNANSWERED_MAX unanswered requests is reset. The HTTP parser emits all requests of one read at once, possibly
 * more than a thousand, and delays every other visitor until they are handled. Browsers and common proxies send the next request after the
 * response.
 */
export const limitConnections = (server: Server, parts: ConnectionLimitParts): ConnectionTracker => {
  const limits = new ConnectionLimits(server, parts);
  const onConnection = server.listeners('connection');
  const onRequest = server.listeners('request');
  server.removeAllListeners('connection').removeAllListeners('request');
  server.on('connection', (socket: Socket) => {
    if (limits.accept(socket)) for (const handle of onConnection) handle.call(server, socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (limits.begin(request, response))
      for (const handle of onRequest) handle.call(server, request, response);
  });
  return limits;
};
