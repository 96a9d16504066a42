import type { Message } from './channel.ts';

/** A worker process as the primary sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Sends messages; does nothing when the process is gone. */
  send(messages: readonly Message[]): void;
  onMessages(listener: (messages: readonly Message[]) => void): void;
  /** Calls the listener once, when the process has ended: with its exit code, or null and the signal that killed it. */
  onExit(listener: (code: number | null, signal: string | null) => void): void;
  /** Kills the process at once. */
  kill(): void;
}

/** Names of what primary and worker ask and tell each other besides the counters. */
export const WORD = {
  /** Worker asks: who am I? */
  welcome: 'welcome',
  /** Worker tells: I listen at this address. */
  ready: 'ready',
  /** Worker tells: I cannot start, with the reason. */
  failed: 'failed',
  /** Either tells: data of a topic. */
  topic: 'topic',
  /** Worker asks the one with the duties; the primary passes it on. */
  duty: 'duty',
  /** Worker asks all others; the primary passes it on. */
  everyone: 'everyone',
  /** Primary tells: stop gracefully. */
  stop: 'stop',
} as const;

/** What a worker learns about itself. */
export interface Welcome {
  /** 1 to WEB_CONCURRENCY. A worker that replaces another one takes over its number. Number 1 has the duties. */
  readonly number: number;
  /** Key of hashes that all workers must compute alike, in base64. */
  readonly subjectKey: string;
}
