/** One end of a connection between the primary and a worker. Messages are collected and sent once per turn of the event loop. */
export interface Channel {
  /**
   * Asks the other end. Resolves to null when no answer comes: the other end is gone or silent, has no such question, or failed at it.
   * Rejects only with the reason of `signal`, which also takes the question back.
   */
  ask(name: string, payload: unknown, signal?: AbortSignal): Promise<Answer | null>;
  /** Sends the other end a notification, which has no answer. Does nothing when it is gone. */
  notify(name: string, payload: unknown): void;
  /** Takes what the other end has sent. */
  receive(messages: readonly Message[]): void;
  /** Ends the channel: open questions get no answer, and those of the other end are cancelled. */
  close(): void;
}

/** Answer in a box, because it may itself be null. */
export interface Answer {
  readonly value: unknown;
}

/** Messages are small tuples because there are two for each preview. */
export type Message =
  | readonly ['ask', id: number, name: string, payload: unknown]
  | readonly ['answer', id: number, value: unknown]
  | readonly ['none', id: number]
  | readonly ['cancel', id: number]
  | readonly ['notify', name: string, payload: unknown];

/** A question of the other end. */
export interface Asked {
  /** Aborts when the question is taken back, or the other end is gone. */
  readonly signal: AbortSignal;
}

/** Most questions are answered at once, so the signal is created only for those that need it. */
class AskedOnce implements Asked {
  #cancelling: AbortController | null = null;
  #cancelledBy: Error | null = null;

  get signal(): AbortSignal {
    this.#cancelling ??= new AbortController();
    if (this.#cancelledBy !== null) this.#cancelling.abort(this.#cancelledBy);
    return this.#cancelling.signal;
  }

  isCancelled(): boolean {
    return this.#cancelledBy !== null;
  }

  cancel(reason: string): void {
    this.#cancelledBy = new Error(reason);
    this.#cancelling?.abort(this.#cancelledBy);
  }
}

export interface ChannelParts {
  /** Sends to the other end; does nothing when it is gone. Must not throw. */
  readonly send: (messages: readonly Message[]) => void;
  /** Answers a question, at once or later. A throw or a rejection leaves the other end without an answer. */
  readonly answer: (name: string, payload: unknown, asked: Asked) => unknown;
  /** Called with each notification of the other end. */
  readonly onNotification: (name: string, payload: unknown) => void;
  /** Called with an answer that comes too late, and with an answer to a question that was cancelled. */
  readonly onUnclaimed?: (name: string, value: unknown) => void;
  /** Called with a fault of `answer`. */
  readonly onFault?: (name: string, error: unknown) => void;
  /** Milliseconds after which an other end that answers nothing counts as silent; see SILENT_AFTER_MS. */
  readonly silentAfterMs?: number;
}

/**
 * While questions are open, the other end is pinged this often. One that has not answered by the next ping is silent: open and new questions
 * get no answer until a message of it arrives.
 */
const SILENT_AFTER_MS = 1_000;
const PING = 'ping';

interface Question {
  readonly name: string;
  readonly settle: (answer: Answer | null) => void;
}

/** Channel that sends what was collected after the poll phase, so that the messages of all requests read in a turn make one. */
class BatchingChannel implements Channel {
  readonly #parts: ChannelParts;
  readonly #check: NodeJS.Timeout;
  readonly #open = new Map<number, Question>();
  /** Names of the questions whose answer is no longer wanted. */
  readonly #unclaimed = new Map<number, string>();
  readonly #answering = new Map<number, AskedOnce>();
  #outgoing: Message[] = [];
  #lastId = 0;
  #isClosed = false;
  #isSilent = false;
  #isPinged = false;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
    this.#check = setInterval(() => this.#checkOtherEnd(), parts.silentAfterMs ?? SILENT_AFTER_MS);
    this.#check.unref();
  }

  async ask(name: string, payload: unknown, signal?: AbortSignal): Promise<Answer | null> {
    signal?.throwIfAborted();
    if (this.#isClosed || this.#isSilent) return null;
    const { promise, resolve, reject } = Promise.withResolvers<Answer | null>();
    const id = this.#pose(name, payload);
    const onAbort = (): void => {
      this.#open.delete(id);
      this.#unclaimed.set(id, name);
      this.#post(['cancel', id]);
      reject(signal?.reason);
    };
    const settle = (given: Answer | null): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve(given);
    };
    this.#open.set(id, { name, settle });
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  }

  notify(name: string, payload: unknown): void {
    this.#post(['notify', name, payload]);
  }

  receive(messages: readonly Message[]): void {
    if (this.#isClosed) return;
    this.#isSilent = false;
    this.#isPinged = false;
    for (const message of messages) this.#receiveOne(message);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#check);
    this.#giveUp();
    this.#unclaimed.clear();
    for (const asked of this.#answering.values()) asked.cancel('the other end is gone');
    this.#answering.clear();
  }

  #post(message: Message): void {
    if (this.#isClosed) return;
    this.#outgoing.push(message);
    if (this.#outgoing.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#outgoing;
    this.#outgoing = [];
    if (!this.#isClosed) this.#parts.send(messages);
  }

  #pose(name: string, payload: unknown): number {
    this.#lastId += 1;
    this.#post(['ask', this.#lastId, name, payload]);
    return this.#lastId;
  }

  #giveUp(): void {
    for (const [id, { name, settle }] of this.#open) {
      this.#unclaimed.set(id, name);
      settle(null);
    }
    this.#open.clear();
  }

  #checkOtherEnd(): void {
    // Decided after this turn's messages: this process may have been the one that was too busy to read the answer.
    if (this.#isPinged) setImmediate(() => this.#declareSilent());
    else if (this.#open.size > 0) {
      this.#isPinged = true;
      this.#pose(PING, null);
    }
  }

  #declareSilent(): void {
    if (!this.#isPinged) return;
    this.#isSilent = true;
    this.#giveUp();
  }

  #receiveOne(message: Message): void {
    switch (message[0]) {
      case 'ask':
        this.#respond(message[1], message[2], message[3]);
        break;
      case 'answer':
        this.#settle(message[1], { value: message[2] });
        break;
      case 'none':
        this.#settle(message[1], null);
        break;
      case 'cancel':
        this.#answering.get(message[1])?.cancel('the question was taken back');
        break;
      case 'notify':
        this.#parts.onNotification(message[1], message[2]);
        break;
    }
  }

  #respond(id: number, name: string, payload: unknown): void {
    if (name === PING) {
      this.#post(['answer', id, null]);
      return;
    }
    const asked = new AskedOnce();
    try {
      const value = this.#parts.answer(name, payload, asked);
      if (value instanceof Promise) void this.#respondLater(id, name, value, asked);
      else this.#post(['answer', id, value]);
    } catch (error) {
      this.#fail(id, name, error);
    }
  }

  async #respondLater(id: number, name: string, value: Promise<unknown>, asked: AskedOnce): Promise<void> {
    this.#answering.set(id, asked);
    try {
      this.#post(['answer', id, await value]);
    } catch (error) {
      if (asked.isCancelled()) this.#post(['none', id]);
      else this.#fail(id, name, error);
    } finally {
      this.#answering.delete(id);
    }
  }

  #fail(id: number, name: string, error: unknown): void {
    this.#parts.onFault?.(name, error);
    this.#post(['none', id]);
  }

  #settle(id: number, given: Answer | null): void {
    const question = this.#open.get(id);
    this.#open.delete(id);
    if (question !== undefined) {
      question.settle(given);
      return;
    }
    const name = this.#unclaimed.get(id);
    this.#unclaimed.delete(id);
    if (name !== undefined && given !== null) this.#parts.onUnclaimed?.(name, given.value);
  }
}

/** Creates one end of a channel. */
export const createChannel = (parts: ChannelParts): Channel => new BatchingChannel(parts);
