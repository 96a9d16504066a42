import type { Message } from './channel.ts';

/** A worker process as the primary sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Sends messages; does nothing when the process is gone. */
  send(messages: readonly Message[]): void;
  onMessages(listener: (messages: readonly Message[]) => void): void;
  /**
   * Calls the listener once: when the process has ended, with its exit code, or null and the signal that killed it; when the system did not
   * start it, with the code of the error as `startError`.
   */
  onExit(listener: (code: number | null, signal: string | null, startError?: string) => void): void;
  /** Kills the process at once. */
  kill(): void;
}

/** Returns the code of an error of the system. Its message is left out, because it quotes paths. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Creates the process that the system did not start. `onError` calls its listener once with the error. */
export const createUnstartedProcess = (
  onError: (listener: (error: unknown) => void) => void,
): WorkerProcess => ({
  pid: 0,
  send: () => undefined,
  onMessages: () => undefined,
  onExit: (listener) => onError((error) => listener(null, null, codeOf(error))),
  kill: () => undefined,
});

/** Names of the requests and notifications of primary and workers, besides those of the counters. */
export const MESSAGE = {
  /** Request of a worker: its number and keys. */
  welcome: 'welcome',
  /** Notification of a worker that listens, with its address. */
  ready: 'ready',
  /** Notification of a worker that cannot start, with the reason. */
  failed: 'failed',
  /** Notification in both directions: topic and data. */
  topic: 'topic',
  /** Request of a worker to the one with the duties; the primary passes it on. */
  duty: 'duty',
  /** Request of a worker to all others; the primary passes it on. */
  everyone: 'everyone',
  /** Notification of the primary: stop gracefully. */
  stop: 'stop',
} as const;

/** Answer to `welcome`. */
export interface Welcome {
  /** 1 to WEB_CONCURRENCY. A worker that replaces another one takes over its number. Number 1 has the duties. */
  readonly number: number;
  /** Key of hashes that all workers must compute alike, in base64. */
  readonly subjectKey: string;
}
