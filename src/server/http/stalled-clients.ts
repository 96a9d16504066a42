import type { Socket } from 'node:net';

/** When one client counts as paused, and what to call then. */
export interface PauseListener {
  /** Time without progress, while bytes wait to be sent, after which the client counts as paused, in milliseconds. */
  readonly pausedMs: number;
  /** Called at each pause. The signal aborts when the client reads on, and when the exemption or the connection ends. */
  readonly onPause: (signal: AbortSignal) => void;
}

/** Monitor that closes a connection when its client stops reading the response. */
export interface StalledClientMonitor {
  /** Monitors a connection until it closes. */
  track(socket: Socket): void;
  /**
   * Exempts a connection until the returned function is called. The media tunnel uses this, because it has its own
   * minimum speed.
   */
  exempt(socket: Socket, watch?: PauseListener): () => void;
  /** Returns whether a connection is exempt, which means that a file is being sent over it. */
  isExempt(socket: Socket): boolean;
  /** Returns when the client stopped reading (performance.now()), if it counts as paused; else null. */
  pausedSince(socket: Socket): number | null;
  close(): void;
}

export interface StallLimits {
  /** Longest time without progress while bytes wait to be sent, in milliseconds. */
  readonly stalledMs: number;
  readonly checkEveryMs: number;
}

/** Together under a minute, including the time in which the kernel's buffers fill. */
const LIMITS: StallLimits = { stalledMs: 40_000, checkEveryMs: 500 };

/**
 * Milliseconds without progress after which the reader of a file counts as paused. The kernel takes the next bytes only when a third of its
 * buffer, which may be megabytes, is free. Readers of other, smaller responses count as paused sooner.
 */
export const FILE_PAUSED_MS = 20_000;
const PAUSED_MS = 2_000;

interface Exemption {
  readonly watch: PauseListener | undefined;
  /** Aborts when the present pause ends; null while there is none. */
  pause: AbortController | null;
}

interface Progress {
  /** Bytes handed to the kernel; null when none waited to be sent. */
  sent: number | null;
  /** When that number last changed, in milliseconds. */
  since: number;
  readonly exemptions: Set<Exemption>;
}

const endPause = (exemption: Exemption): void => {
  exemption.pause?.abort();
  exemption.pause = null;
};

const patienceOf = ({ exemptions }: Progress): number =>
  Math.max(PAUSED_MS, ...[...exemptions].map(({ watch }) => watch?.pausedMs ?? FILE_PAUSED_MS));

/**
 * Creates the monitor. A socket timeout is not sufficient, because each heartbeat of an event stream and each byte a
 * client sends counts as activity. The timer does not keep the process alive.
 */
export const createStalledClientMonitor = ({
  stalledMs,
  checkEveryMs,
}: StallLimits = LIMITS): StalledClientMonitor => {
  const tracked = new Map<Socket, Progress>();
  const checkPauses = ({ exemptions }: Progress, waitedMs: number): void => {
    for (const exemption of exemptions) {
      const { watch, pause } = exemption;
      if (watch === undefined || pause !== null || waitedMs < watch.pausedMs) continue;
      exemption.pause = new AbortController();
      watch.onPause(exemption.pause.signal);
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
    track(socket) {
      const progress: Progress = { sent: null, since: performance.now(), exemptions: new Set() };
      tracked.set(socket, progress);
      socket.once('close', () => {
        tracked.delete(socket);
        for (const exemption of progress.exemptions) endPause(exemption);
      });
    },
    exempt(socket, watch) {
      const progress = tracked.get(socket);
      const exemption: Exemption = { watch, pause: null };
      progress?.exemptions.add(exemption);
      return () => {
        if (!progress?.exemptions.delete(exemption)) return;
        endPause(exemption);
        if (progress.exemptions.size === 0) progress.since = performance.now();
      };
    },
    isExempt: (socket) => (tracked.get(socket)?.exemptions.size ?? 0) > 0,
    pausedSince(socket) {
      const progress = tracked.get(socket);
      if (progress === undefined || socket.writableLength === 0) return null;
      return performance.now() - progress.since >= patienceOf(progress) ? progress.since : null;
    },
    close: () => clearInterval(timer),
  };
};
