import type { Socket } from 'node:net';

/** Monitor that closes a connection when its client stops reading the response. */
export interface StalledClientMonitor {
  /** Monitors a connection until it closes. */
  track(socket: Socket): void;
  /**
   * Exempts a connection until the returned function is called. The media tunnel uses this, because it has its own
   * minimum speed.
   */
  exempt(socket: Socket): () => void;
  close(): void;
}

export interface StallLimits {
  /** Longest time without progress while bytes wait to be sent, in milliseconds. */
  readonly stalledMs: number;
  readonly checkEveryMs: number;
}

/** Together under a minute, including the time in which the kernel's buffers fill. */
const LIMITS: StallLimits = { stalledMs: 40_000, checkEveryMs: 5_000 };

interface Progress {
  /** Bytes handed to the kernel. */
  sent: number;
  /** When that number last changed, in milliseconds. */
  since: number;
}

/**
 * Creates the monitor. A socket timeout is not sufficient, because each heartbeat of an event stream and each byte a
 * client sends counts as activity. The timer does not keep the process alive.
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
        // A reset also frees the unread bytes in the kernel; a close would keep them for the client.
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
