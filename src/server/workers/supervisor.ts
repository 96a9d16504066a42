import { randomBytes } from 'node:crypto';
import { StartError } from '../config/start-error.ts';
import type { Logger } from '../observability/logger.ts';
import { type Channel, createChannel } from './channel.ts';
import { createLeases } from './leases.ts';
import { LEASE_END, LEASE_LOST } from './primary-link.ts';
import type { Asking } from './site-counters.ts';
import { type Welcome, WORD, type WorkerProcess } from './worker-process.ts';

/** A worker that ends sooner after its start counts toward a crash loop. */
const SHORT_LIFE_MS = 10_000;
/** Workers that end after a short life, without one in between that lived longer, before the primary gives up. */
const SHORT_LIVES_MAX = 6;
/** Wait before a worker is replaced, doubled for each short life in a row: 0.1, 0.2 … 3.2 seconds. */
const BACK_OFF_MS = 100;

/** Answers a question of a worker with the primary's counters; throws for an unknown one. */
export type AnswerQuestion = (name: string, payload: unknown, asking: Asking) => unknown;

export interface SupervisorParts {
  readonly count: number;
  readonly fork: () => WorkerProcess;
  readonly answer: AnswerQuestion;
  readonly log: Logger;
  /** Called once when the workers end again and again, with the reason. */
  readonly onCrashLoop: (reason: string) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Replaces BACK_OFF_MS in tests. */
  readonly backOffMs?: number;
}

/** Starts the workers, replaces those that end, and passes on what they tell each other. */
export interface Supervisor {
  /**
   * Starts the first worker, which prepares database and secret, then the others. Resolves with the address when all listen. Throws
   * StartError with the reason of the first that cannot start; the others are then killed.
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
}

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
      await Promise.all(others.map((number) => this.#begin(number)));
      if (this.#phase === 'starting') this.#phase = 'running';
      return address;
    } catch (error) {
      this.#phase = 'stopping';
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
    for (const timer of this.#restarts) clearTimeout(timer);
    this.#restarts.clear();
    for (const { channel } of this.#workers.values()) channel.tell(WORD.stop, null);
    this.#resolveWhenEnded();
    return this.#ended.promise;
  }

  killAll(): void {
    for (const { process } of this.#workers.values()) process.kill();
  }

  exitCode(): number {
    return this.#exitCode;
  }

  /** Starts a worker; resolves with its address when it listens. */
  #begin(number: number): Promise<string> {
    const { log } = this.#parts;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const process = this.#parts.fork();
    const leases = createLeases((err) =>
      log.error({ err, worker: number }, 'a lease of a worker could not be ended'),
    );
    let failure: string | null = null;
    const tellAll = (topic: string, data: unknown): void => this.#tellAll(topic, data);
    const channel = createChannel({
      send: (messages) => process.send(messages),
      answer: (name, payload, asked) => {
        if (name === WORD.welcome) return { number, subjectKey: this.#subjectKey } satisfies Welcome;
        if (name === WORD.duty) return this.#passOn(ON_DUTY, payload as PassedOn);
        if (name === WORD.everyone) return this.#passToOthers(number, payload as PassedOn);
        return this.#parts.answer(name, payload, { asked, lend: leases.lend, tellAll });
      },
      hear: (name, payload) => {
        if (name === LEASE_END) leases.end(...(payload as [number, string, unknown]));
        else if (name === LEASE_LOST) leases.endLost(payload as number);
        else if (name === WORD.topic) this.#tellOthers(number, payload);
        else if (name === WORD.ready) resolve(String(payload));
        else if (name === WORD.failed) failure = String(payload);
      },
      onFault: (name, err) =>
        log.error({ err, question: name, worker: number }, 'a question of a worker failed'),
    });
    process.onMessages((messages) => channel.receive(messages));
    const running: Running = { number, process, channel, startedAt: this.#now() };
    this.#workers.set(number, running);
    process.onExit((code, signal) => {
      channel.close();
      leases.endAll();
      this.#workers.delete(number);
      reject(new StartError(failure ?? `A worker process ended with ${signal ?? `code ${code}`}.`));
      this.#onExit(running, code, signal, failure);
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

  #tellOthers(from: number, payload: unknown): void {
    for (const { number, channel } of this.#workers.values())
      if (number !== from) channel.tell(WORD.topic, payload);
  }

  #tellAll(topic: string, data: unknown): void {
    for (const { channel } of this.#workers.values()) channel.tell(WORD.topic, [topic, data]);
  }

  #onExit(
    { number, startedAt }: Running,
    code: number | null,
    signal: string | null,
    failure: string | null,
  ): void {
    if (this.#phase === 'stopping') {
      if (code !== 0) this.#exitCode = 1;
      this.#resolveWhenEnded();
      return;
    }
    if (this.#phase === 'starting') return;
    const { log, onCrashLoop, backOffMs = BACK_OFF_MS } = this.#parts;
    const livedMs = this.#now() - startedAt;
    const isShort = livedMs < SHORT_LIFE_MS;
    this.#shortLives = isShort ? this.#shortLives + 1 : 0;
    const how = { worker: number, code, signal, livedSeconds: Math.round(livedMs / 1_000) };
    if (this.#shortLives >= SHORT_LIVES_MAX) {
      const last = failure ?? `the last one with ${signal ?? `code ${code}`}`;
      onCrashLoop(`Worker processes end again and again soon after their start: ${last}`);
      return;
    }
    const waitMs = backOffMs * 2 ** Math.max(0, this.#shortLives - 1);
    log.error(
      { ...how, ...(failure === null ? {} : { reason: failure }), waitMs },
      'a worker process ended: another one is started',
    );
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      void this.#begin(number);
    }, waitMs);
    this.#restarts.add(timer);
  }

  #resolveWhenEnded(): void {
    if (this.#workers.size === 0) this.#ended.resolve();
  }
}

/** Creates the supervisor without workers. */
export const createSupervisor = (parts: SupervisorParts): Supervisor => new WorkerSupervisor(parts);
