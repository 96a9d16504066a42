/** Slot for one open stream. */
export interface StreamSlot {
  readonly ok: true;
  /** Frees the slot for the next request in the queue; further calls do nothing. */
  readonly release: () => void;
}

/** Which limit is reached: that of the network, or that of the server. */
export interface StreamRefusal {
  readonly ok: false;
  readonly full: 'network' | 'server';
}

/** Limits open streams by key (a visitor network) and in total. */
export interface StreamLimiter {
  /**
   * Returns a slot, after waiting for one if necessary. Refuses requests beyond the queue length and those whose wait
   * times out. Rejects with the signal's reason when the client disconnects first.
   */
  acquire(key: string, signal: AbortSignal): Promise<StreamSlot | StreamRefusal>;
}

/** Maximum numbers of open streams and waiting requests. */
export interface StreamLimits {
  readonly perNetwork: number;
  /** Maximum over all networks. */
  readonly total: number;
  /** Longest wait for a slot, in milliseconds. */
  readonly waitMs: number;
  /** Maximum number of waiting requests of one network. */
  readonly maxQueue: number;
}

interface Waiting {
  readonly accept: () => void;
}

interface Network {
  active: number;
  /** In order of arrival. */
  readonly queue: Set<Waiting>;
}

/** Limiter that gives free slots to the waiting networks round robin. */
class QueueingStreamLimiter implements StreamLimiter {
  readonly #limits: StreamLimits;
  readonly #networks = new Map<string, Network>();
  /** Networks with a queue, the next one to be served first. */
  readonly #queued = new Map<string, Network>();
  #active = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  async acquire(key: string, signal: AbortSignal): Promise<StreamSlot | StreamRefusal> {
    signal.throwIfAborted();
    const { perNetwork, total, maxQueue } = this.#limits;
    const network = this.#networks.get(key) ?? { active: 0, queue: new Set() };
    this.#networks.set(key, network);
    const ownFull = network.active >= perNetwork;
    // A request must not overtake the queue of its own network.
    if (!ownFull && this.#active < total && network.queue.size === 0) return this.#occupy(key, network);
    if (network.queue.size >= maxQueue) return { ok: false, full: ownFull ? 'network' : 'server' };
    return this.#wait(key, network, signal);
  }

  #occupy(key: string, network: Network): StreamSlot {
    network.active += 1;
    this.#active += 1;
    let released = false;
    return {
      ok: true,
      release: () => {
        if (released) return;
        released = true;
        network.active -= 1;
        this.#active -= 1;
        this.#forgetIdle(key, network);
        this.#serveQueues();
      },
    };
  }

  #wait(key: string, network: Network, signal: AbortSignal): Promise<StreamSlot | StreamRefusal> {
    const { promise, resolve, reject } = Promise.withResolvers<StreamSlot | StreamRefusal>();
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#leaveQueue(key, network, waiting);
    };
    const waiting: Waiting = {
      accept: () => {
        settle();
        resolve(this.#occupy(key, network));
      },
    };
    const onAbort = (): void => {
      settle();
      this.#forgetIdle(key, network);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      settle();
      this.#forgetIdle(key, network);
      resolve({ ok: false, full: network.active >= this.#limits.perNetwork ? 'network' : 'server' });
    }, this.#limits.waitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    network.queue.add(waiting);
    this.#queued.set(key, network);
    return promise;
  }

  #serveQueues(): void {
    for (const [key, network] of [...this.#queued]) {
      if (this.#active >= this.#limits.total) return;
      const [next] = network.queue;
      if (next === undefined || network.active >= this.#limits.perNetwork) continue;
      this.#leaveQueue(key, network, next);
      // Served networks go to the end, so that one with a long queue does not block the others.
      if (this.#queued.delete(key)) this.#queued.set(key, network);
      next.accept();
    }
  }

  #leaveQueue(key: string, network: Network, waiting: Waiting): void {
    network.queue.delete(waiting);
    if (network.queue.size === 0) this.#queued.delete(key);
  }

  #forgetIdle(key: string, network: Network): void {
    if (network.active === 0 && network.queue.size === 0) this.#networks.delete(key);
  }
}

/** Creates a limiter of open streams. */
export const createStreamLimiter = (limits: StreamLimits): StreamLimiter => new QueueingStreamLimiter(limits);
