import type { EventEmitter } from 'node:events';
import type { Logger } from '../observability/logger.ts';

/** Connections of a server: counts the requests under way and closes the connections. */
export interface ConnectionTracker {
  /** Returns the number of requests under way. */
  activeRequests(): number;
  /**
   * Closes idle connections now, and each other connection as soon as its last response is sent. Without this, a keep-alive connection
   * would delay the end of the server for its whole keep-alive time, and a connection that has never sent a request would delay it forever:
   * Node stops checking its time-outs when a server closes.
   */
  closeIdleConnections(): void;
  /** Destroys every connection, which cuts responses under way. */
  destroyConnections(): void;
}

export interface GracefulStopParts {
  /** Emits the signals and faults of the process. */
  readonly source: EventEmitter;
  readonly connections: ConnectionTracker;
  /** Stops accepting requests, waits for those under way and releases everything else that the server holds. May reject. */
  readonly close: () => Promise<void>;
  /** Milliseconds that requests under way may take to finish. */
  readonly drainMs: number;
  readonly log: Logger;
  /** Flushes the log. */
  readonly flush: () => Promise<void>;
  /** Ends the process with an exit code. */
  readonly exit: (code: number) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** SIGBREAK is Ctrl+Break on Windows; other systems never send it. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const;
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Milliseconds within which several signals count as one stop. A service manager signals the whole process group or control group, and the
 * start script forwards what it receives, so one stop arrives as two or three signals. A later signal forces an immediate exit.
 */
const SAME_STOP_MS = 1_000;
/** Milliseconds that closing may take after all connections are gone, to write counters and close the database. */
const CLOSE_MAX_MS = 5_000;

/** Exit code of every stop that is not clean (`installGracefulStop`). */
const EXIT_UNCLEAN = 1;

type Timed<Value> = Value | 'late';

/** Returns the result of the work, or 'late' when it takes longer than `ms` milliseconds. Rejects like the work. */
const within = async <Value>(work: Promise<Value>, ms: number): Promise<Timed<Value>> => {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Installs the handlers that stop the process gracefully on a signal or a fault: requests under way finish, then the process exits with 0,
 * or with 1 after a fault, when requests were cut at the end of the drain time, or when closing failed or had not ended CLOSE_MAX_MS after
 * the drain time. A further signal more than a second after the first exits immediately with 1, and so does a fault while the process
 * stops.
 *
 * The listeners are never removed. Without a listener, even for a moment, a signal has its default action, and the second of two signals
 * would kill the process.
 */
export const installGracefulStop = (parts: GracefulStopParts): void => {
  const { source, connections, close, drainMs, log, flush, exit, now = () => performance.now() } = parts;
  let stoppedAt: number | null = null;

  /** Closes the server. Resolves to true if everything closed in time without cutting a request; never rejects. */
  const drain = async (): Promise<boolean> => {
    const closed = close().then(
      () => true,
      (err: unknown) => {
        log.error({ err }, 'closing failed');
        return false;
      },
    );
    connections.closeIdleConnections();
    const ended = await within(closed, drainMs);
    if (ended !== 'late') return ended;
    const cut = connections.activeRequests();
    if (cut > 0) log.warn({ requests: cut }, 'requests were cut: the drain time is over (DRAIN_SECONDS)');
    connections.destroyConnections();
    return (await within(closed, CLOSE_MAX_MS)) === true && cut === 0;
  };

  const stop = async (code: number): Promise<void> => {
    stoppedAt = now();
    log.info({ requests: connections.activeRequests() }, 'stopping');
    const isClean = await drain();
    log.info('stopped');
    await flush();
    exit(isClean ? code : EXIT_UNCLEAN);
  };

  for (const signal of SIGNALS)
    source.on(signal, () => {
      if (stoppedAt === null) void stop(0);
      else if (now() - stoppedAt > SAME_STOP_MS) exit(EXIT_UNCLEAN);
    });
  for (const fault of FAULTS)
    source.on(fault, (err: unknown) => {
      log.fatal({ err }, 'stopping after a fault');
      if (stoppedAt === null) void stop(EXIT_UNCLEAN);
      else exit(EXIT_UNCLEAN);
    });
};
