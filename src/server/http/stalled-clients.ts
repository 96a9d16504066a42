import type { Socket } from 'node:net';

/** Closes connections whose client does not read. */
export interface StalledClientMonitor {
  /** Watches a connection until it closes. */
  track(socket: Socket): void;
  /** Leaves a connection alone until the returned function is called: the media tunnel has a floor of its own. */
  exempt(socket: Socket): () => void;
  close(): void;
}

export interface StallLimits {
  /** Longest time without progress while bytes wait to be sent, in milliseconds. */
  readonly stalledMs: number;
  readonly checkEveryMs: number;
}

/** Together under a minute, with time for the kernel's buffers to fill. */
const LIMITS: StallLimits = { stalledMs: 40_000, checkEveryMs: 5_000 };

interface Progress {
  /** Bytes the kernel has taken. */
  sent: number;
  /** When that number last changed, in milliseconds. */
  since: number;
}

/**
 * Creates the watch. A socket time-out would not do: each heartbeat of an event stream, and each byte a client sends, counts
 * as activity for it. The timer does not keep the process alive.
 */
export const createStalledClientMonitor = ({
  stalledMs,
  checkEveryMs,
}: StallLimits = LIMITS): StalledClientMonitor => {
  const tracked = new Map<Socket, Progress>();
  const exempted = new WeakMap<Socket, number>();
  const check = (): void => {
    const now = performance.now();
    for (const [socket, progress] of tracked) {
      const sent = socket.bytesWritten - socket.writableLength;
      const isPending = socket.writableLength > 0 && (exempted.get(socket) ?? 0) === 0;
      if (!isPending || sent !== progress.sent) {
        progress.sent = sent;
        progress.since = now;
        // A reset frees the unread bytes in the kernel too; after a close they would wait for the client.
      } else if (now - progress.since >= stalledMs) socket.resetAndDestroy();
    }
  };
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  const changeExemptions = (socket: Socket, by: 1 | -1): void => {
    exempted.set(socket, (exempted.get(socket) ?? 0) + by);
  };
  return {
    track(socket) {
      tracked.set(socket, { sent: 0, since: performance.now() });
      socket.once('close', () => tracked.delete(socket));
    },
    exempt(socket) {
      changeExemptions(socket, 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        changeExemptions(socket, -1);
      };
    },
    close: () => clearInterval(timer),
  };
};
