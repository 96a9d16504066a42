import { randomBytes } from 'node:crypto';
import { StartError } from '../config/start-error.ts';
import type { Logger } from '../observability/logger.ts';
import { type Channel, createChannel } from './channel.ts';
import { createLeases } from './leases.ts';
import { LEASE_END, LEASE_LOST } from './primary-link.ts';
import type { Asking } from './site-counters.ts';
import { createUnstartedProcess, MESSAGE, type Welcome, type WorkerProcess } from './worker-process.ts';

/** A worker that ends sooner after its start counts toward a crash loop. */
const SHORT_LIFE_MS = 10_000;
/** Workers that end after a short life, without one in between that lived longer, before the primary gives up. */
const SHORT_LIVES_MAX = 6;
/** Wait before a worker is replaced, doubled for each short life in a row: 0.1, 0.2 … 1.6 seconds. */
const BACK_OFF_MS = 100;
/**
 * Wait before another try to start a process that the system did not start, in units of BACK_OFF_MS: 3.2 seconds. While other workers exist
 * the tries have no end and do not count toward a crash loop: a machine that is short of processes or memory for a while must not lose its
 * running workers. Without other workers such a try counts as a short life.
 */
const START_RETRY_BACK_OFFS = 32;

/** Answers a question of a worker with the primary's counters; throws for an unknown one. */
export type AnswerQuestion = (name: string, payload: unknown, asking: Asking) => unknown;

export interface SupervisorParts {
  readonly count: number;
  readonly fork: () => WorkerProcess;
  readonly answer: AnswerQuestion;
  readonly log: Logger;
  /** Called once when the workers end again and again after the start, with the reason. */
  readonly onCrashLoop: (reason: string) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Replaces BACK_OFF_MS in tests. */
  readonly backOffMs?: number;
}

/** Starts the workers, replaces those that end, and passes on their messages to each other. */
export interface Supervisor {
  /**
   * Starts the first worker, which prepares database and secret, then the others. Resolves with the address when all listen at the same
   * time; a worker that listened and ended meanwhile is replaced. Throws StartError with the reason of the first that cannot start or
   * cannot be replaced; the others are then killed.
   */
  start(): Promise<string>;
  /** Asks the worker that has the duties; null when there is no answer. */
  askDuty(name: string, payload: unknown): Promise<unknown>;
  /** Lets all workers stop gracefully; resolves when they have ended. */
  stop(): Promise<void>;
  /** Kills what is left. */
  killAll(): void;
  /** Returns 0 when every worker that stopped ended with 0, else 1. */
  exitCode(): number;
}

interface Running {
  readonly number: number;
  readonly process: WorkerProcess;
  readonly channel: Channel;
  readonly startedAt: number;
  /** Whether an earlier worker had its number. */
  readonly isReplacement: boolean;
}

/** How a worker ended. */
interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Code of the error if the system did not start the process. */
  readonly startError: string | undefined;
  /** Why the worker did not start; null if it did, and for one that gave no reason. */
  readonly reason: string | null;
}

const describeStartError = (code: string): string =>
  `The system did not start a worker process (${code}). Check its limits of processes, open files and memory, or lower WEB_CONCURRENCY.`;

/** Question that is passed on to another worker. */
interface PassedOn {
  readonly name: string;
  readonly payload: unknown;
}

/** Number of the worker that does what is done once for the site. */
const ON_DUTY = 1;

class WorkerSupervisor implements Supervisor {
  readonly #parts: SupervisorParts;
  readonly #now: () => number;
  readonly #subjectKey = randomBytes(32).toString('base64');
  readonly #workers = new Map<number, Running>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  /** Numbers of the workers that listen. */
  readonly #listening = new Set<number>();
  /** Settles during the start: when all workers listen, or with the reason why a worker cannot be replaced. */
  readonly #allListen = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #phase: 'starting' | 'running' | 'stopping' = 'starting';
  #shortLives = 0;
  #exitCode = 0;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  async start(): Promise<string> {
    try {
      const address = await this.#begin(ON_DUTY);
      const others = Array.from({ length: this.#parts.count - 1 }, (_one, index) => ON_DUTY + 1 + index);
      await Promise.all([...others.map((number) => this.#begin(number)), this.#allListen.promise]);
      if (this.#phase === 'starting') this.#phase = 'running';
      return address;
    } catch (error) {
      this.#phase = 'stopping';
      this.#cancelRestarts();
      this.killAll();
      throw error;
    }
  }

  async askDuty(name: string, payload: unknown): Promise<unknown> {
    const answer = await this.#workers.get(ON_DUTY)?.channel.ask(name, payload);
    return answer?.value ?? null;
  }

  stop(): Promise<void> {
    this.#phase = 'stopping';
    this.#cancelRestarts();
    // A start that still waits for a replaced worker ends.
    this.#allListen.resolve();
    for (const { channel } of this.#workers.values()) channel.notify(MESSAGE.stop, null);
    this.#resolveWhenEnded();
    return this.#ended.promise;
  }

  killAll(): void {
    for (const { process } of this.#workers.values()) process.kill();
  }

  exitCode(): number {
    return this.#exitCode;
  }

  /** Starts a process. An error that `fork` throws is reported like one of a start that fails later. */
  #fork(): WorkerProcess {
    try {
      return this.#parts.fork();
    } catch (error) {
      return createUnstartedProcess((listener) => queueMicrotask(() => listener(error)));
    }
  }

  /** Starts a worker; resolves with its address when it listens. */
  #begin(number: number, isReplacement = false): Promise<string> {
    const { log } = this.#parts;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const process = this.#fork();
    const leases = createLeases((err) =>
      log.error({ err, worker: number }, 'a lease of a worker could not be ended'),
    );
    let failure: string | null = null;
    const broadcast = (topic: string, data: unknown): void => this.#broadcast(topic, data);
    const channel = createChannel({
      send: (messages) => process.send(messages),
      answer: (name, payload, asked) => {
        if (name === MESSAGE.welcome) return { number, subjectKey: this.#subjectKey } satisfies Welcome;
        if (name === MESSAGE.duty) return this.#passOn(ON_DUTY, payload as PassedOn);
        if (name === MESSAGE.everyone) return this.#passToOthers(number, payload as PassedOn);
        return this.#parts.answer(name, payload, { asked, lend: leases.lend, broadcast });
      },
      onNotification: (name, payload) => {
        if (name === LEASE_END) leases.end(...(payload as [number, string, unknown]));
        else if (name === LEASE_LOST) leases.endLost(payload as number);
        else if (name === MESSAGE.topic) this.#notifyOthers(number, payload);
        else if (name === MESSAGE.ready) {
          resolve(String(payload));
          this.#onListening(number);
        } else if (name === MESSAGE.failed) failure = String(payload);
      },
      onFault: (name, err) =>
        log.error({ err, question: name, worker: number }, 'a question of a worker failed'),
    });
    process.onMessages((messages) => channel.receive(messages));
    const running: Running = { number, process, channel, startedAt: this.#now(), isReplacement };
    this.#workers.set(number, running);
    process.onExit((code, signal, startError) => {
      channel.close();
      leases.endAll();
      this.#workers.delete(number);
      const reason = startError === undefined ? failure : describeStartError(startError);
      reject(new StartError(reason ?? `A worker process ended with ${signal ?? `code ${code}`}.`));
      this.#onExit(running, { code, signal, startError, reason });
    });
    // Rejected for every worker that ends, most of them long after their start.
    promise.catch(() => undefined);
    return promise;
  }

  async #passOn(to: number, { name, payload }: PassedOn): Promise<unknown> {
    const answer = await this.#workers.get(to)?.channel.ask(name, payload);
    return answer ?? null;
  }

  async #passToOthers(from: number, { name, payload }: PassedOn): Promise<readonly unknown[]> {
    const others = [...this.#workers.values()].filter(({ number }) => number !== from);
    const answers = await Promise.all(others.map(({ channel }) => channel.ask(name, payload)));
    return answers.flatMap((answer) => (answer === null ? [] : [answer.value]));
  }

  #notifyOthers(from: number, payload: unknown): void {
    for (const { number, channel } of this.#workers.values())
      if (number !== from) channel.notify(MESSAGE.topic, payload);
  }

  #broadcast(topic: string, data: unknown): void {
    for (const { channel } of this.#workers.values()) channel.notify(MESSAGE.topic, [topic, data]);
  }

  #onListening(number: number): void {
    this.#listening.add(number);
    if (this.#listening.size === this.#parts.count) this.#allListen.resolve();
  }

  /** Replaces a worker that ended, unless the server stops or its start fails. */
  #onExit(running: Running, end: WorkerEnd): void {
    const hasListened = this.#listening.delete(running.number);
    if (this.#phase === 'stopping') {
      if (end.startError === undefined && end.code !== 0) this.#exitCode = 1;
      this.#resolveWhenEnded();
      return;
    }
    if (this.#phase === 'starting' && !hasListened) {
      // start() throws the reason, with which #begin() rejects.
      if (!running.isReplacement) return;
      if (end.startError !== undefined) {
        this.#allListen.reject(new StartError(describeStartError(end.startError)));
        return;
      }
    }
    const livedMs = this.#now() - running.startedAt;
    const waitMs = this.#nextWaitMs(livedMs, end);
    if (waitMs === null) this.#reportCrashLoop(end);
    else this.#replace(running.number, livedMs, end, waitMs);
  }

  /** Counts the end of a worker; returns the milliseconds until its replacement, or null for a crash loop. */
  #nextWaitMs(livedMs: number, { startError }: WorkerEnd): number | null {
    const { backOffMs = BACK_OFF_MS } = this.#parts;
    if (startError !== undefined && this.#workers.size > 0) return backOffMs * START_RETRY_BACK_OFFS;
    this.#shortLives = livedMs < SHORT_LIFE_MS ? this.#shortLives + 1 : 0;
    if (this.#shortLives >= SHORT_LIVES_MAX) return null;
    return backOffMs * 2 ** Math.max(0, this.#shortLives - 1);
  }

  #reportCrashLoop({ code, signal, reason }: WorkerEnd): void {
    const last = reason ?? `the last one with ${signal ?? `code ${code}`}`;
    const text = `Worker processes end again and again soon after their start: ${last}`;
    if (this.#phase === 'starting') this.#allListen.reject(new StartError(text));
    else this.#parts.onCrashLoop(text);
  }

  /** Logs the end of a worker and starts another one under its number after the wait. */
  #replace(number: number, livedMs: number, end: WorkerEnd, waitMs: number): void {
    const { log } = this.#parts;
    const { code, signal, startError, reason } = end;
    if (startError === undefined)
      log.error(
        {
          worker: number,
          code,
          signal,
          livedSeconds: Math.round(livedMs / 1_000),
          ...(reason === null ? {} : { reason }),
          waitMs,
        },
        'a worker process ended: another one is started',
      );
    else
      log.error(
        { worker: number, startError, waitMs },
        'a worker process could not be started: another try follows',
      );
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      void this.#begin(number, true);
    }, waitMs);
    this.#restarts.add(timer);
  }

  #cancelRestarts(): void {
    for (const timer of this.#restarts) clearTimeout(timer);
    this.#restarts.clear();
  }

  #resolveWhenEnded(): void {
    if (this.#workers.size === 0) this.#ended.resolve();
  }
}

/** Creates the supervisor without workers. */
export const createSupervisor = (parts: SupervisorParts): Supervisor => new WorkerSupervisor(parts);
