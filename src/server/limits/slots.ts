import { BLOCK_SHARE, blockKeyOf } from './requester.ts';

/** Permission to keep one thing open (a connection, a stream, a preview), which counts until it is released. */
export interface Slot {
  readonly ok: true;
  /** Frees the slot for the next waiting request; further calls do nothing. */
  readonly release: () => void;
  /**
   * Offers the slot to other networks, while the reader of its stream takes nothing. Resolves to true when another network needs the slot:
   * the stream must then be ended and the slot released. Resolves to false when `signal` aborts, when the slot is released, and when
   * `offer` is called again.
   */
  readonly offer: (signal: AbortSignal) => Promise<boolean>;
}

/** Refusal of a slot. `network`: the limit of the network or of its block is reached; `server`: the total is. */
export interface SlotRefusal {
  readonly ok: false;
  readonly full: 'network' | 'server';
}

/** Maximum numbers of taken slots and waiting requests. */
export interface SlotLimits {
  /** Maximum number of taken slots of one network; its block may take BLOCK_SHARE times as many. */
  readonly perNetwork: number;
  /** Maximum number of taken slots of all networks; by default unlimited. */
  readonly total?: number;
  /** Longest wait for a slot, in milliseconds; 0 by default. */
  readonly waitMs?: number;
  /** Maximum number of waiting requests of one network; 0 by default. */
  readonly maxQueueLength?: number;
  /** Called for each refused request. */
  readonly onRefused?: () => void;
}

interface WaitingRequest {
  readonly accept: () => void;
}

/** Counts of a block of networks (requester.ts). */
interface Block {
  /** Number of networks of the block with slots or waiting requests. */
  networkCount: number;
  /** Number of taken slots of the block. */
  slotCount: number;
  /** Number of slots of the block that were taken back and are not yet released. */
  leavingCount: number;
}

interface Network {
  readonly key: string;
  readonly block: Block;
  /** Number of taken slots of the network. */
  slotCount: number;
  /** Waiting requests, in order of arrival. */
  readonly queue: Set<WaitingRequest>;
}

/** Slot that its stream offers to other networks, because the reader of the stream takes nothing. `take` tells the stream to end. */
interface OfferedSlot {
  readonly block: Block;
  readonly take: () => void;
}

const createNetwork = (
  key: string,
  block: Block = { networkCount: 0, slotCount: 0, leavingCount: 0 },
): Network => ({
  key,
  block,
  slotCount: 0,
  queue: new Set(),
});

/**
 * Limits the number of slots in use by key (a visitor network), by the block of the key and in total. Gives free slots to the waiting
 * networks whose blocks have the fewest slots, in turn if several blocks have equally few. Forgets a key without slots and waiting
 * requests.
 */
export class Slots {
  readonly #limits: Required<SlotLimits>;
  readonly #networks = new Map<string, Network>();
  readonly #blocks = new Map<string, Block>();
  /** Networks with waiting requests. Of those whose blocks have equally few slots, the first is served next. */
  readonly #queued = new Set<Network>();
  /** Offered slots, in the order of the offers. */
  readonly #offered = new Set<OfferedSlot>();
  #active = 0;
  #leaving = 0;

  constructor(limits: SlotLimits) {
    const none = (): void => undefined;
    this.#limits = {
      total: Number.POSITIVE_INFINITY,
      waitMs: 0,
      maxQueueLength: 0,
      onRefused: none,
      ...limits,
    };
  }

  /** Returns the numbers of taken slots and of waiting requests. */
  load(): { readonly running: number; readonly waiting: number } {
    let waiting = 0;
    for (const { queue } of this.#queued) waiting += queue.size;
    return { running: this.#active, waiting };
  }

  /** Takes a slot without waiting; returns null when none is free. A slot for the key null counts only toward the total. */
  open(key: string | null): Slot | null {
    const network = key === null ? createNetwork('') : this.#networkOf(key);
    if (!this.#isFull(network) && this.#active < this.#limits.total) return this.#occupy(network);
    this.#forgetIdle(network);
    this.#limits.onRefused();
    return null;
  }

  /**
   * Returns a slot, after waiting for one if necessary. When all slots are taken, takes back an offered slot of the block with the most
   * slots: for a network whose block has none, or has fewer than the offering block would keep. Returns a refusal if the network already
   * has `maxQueueLength` waiting requests, and after `waitMs`. Rejects with the signal's reason when the signal aborts first.
   */
  async acquire(key: string, signal: AbortSignal): Promise<Slot | SlotRefusal> {
    signal.throwIfAborted();
    const { total, maxQueueLength } = this.#limits;
    const network = this.#networkOf(key);
    const ownFull = this.#isFull(network);
    // A request must not overtake the queue of its own network.
    if (!ownFull && this.#active < total && network.queue.size === 0) return this.#occupy(network);
    if (network.queue.size >= maxQueueLength) {
      return this.#refuse(network, ownFull);
    }
    return this.#wait(network, signal);
  }

  #networkOf(key: string): Network {
    const known = this.#networks.get(key);
    if (known !== undefined) return known;
    const blockKey = blockKeyOf(key);
    const network = createNetwork(key, this.#blocks.get(blockKey));
    const { block } = network;
    block.networkCount += 1;
    this.#blocks.set(blockKey, block);
    this.#networks.set(key, network);
    return network;
  }

  #isFull({ slotCount, block }: Network): boolean {
    const { perNetwork } = this.#limits;
    return slotCount >= perNetwork || block.slotCount >= perNetwork * BLOCK_SHARE;
  }

  #refuse(network: Network, isOwnFull: boolean): SlotRefusal {
    this.#forgetIdle(network);
    this.#limits.onRefused();
    return { ok: false, full: isOwnFull ? 'network' : 'server' };
  }

  #count(network: Network, change: 1 | -1): void {
    network.slotCount += change;
    network.block.slotCount += change;
    this.#active += change;
  }

  #occupy(network: Network): Slot {
    const { block } = network;
    this.#count(network, 1);
    let isReleased = false;
    let isTaken = false;
    let withdraw = (): void => undefined;
    return {
      ok: true,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        withdraw();
        this.#count(network, -1);
        if (isTaken) this.#countLeaving(block, -1);
        this.#forgetIdle(network);
        this.#serveQueues();
        this.#takeBack();
      },
      offer: (signal) => {
        if (isReleased || isTaken || signal.aborted) return Promise.resolve(false);
        withdraw();
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const offered: OfferedSlot = {
          block,
          take: () => {
            isTaken = true;
            this.#countLeaving(block, 1);
            end(true);
          },
        };
        const end = (isWanted: boolean): void => {
          this.#offered.delete(offered);
          signal.removeEventListener('abort', withdraw);
          resolve(isWanted);
        };
        withdraw = () => end(false);
        signal.addEventListener('abort', withdraw, { once: true });
        this.#offered.add(offered);
        this.#takeBack();
        return promise;
      },
    };
  }

  #countLeaving(block: Block, change: 1 | -1): void {
    block.leavingCount += change;
    this.#leaving += change;
  }

  #wait(network: Network, signal: AbortSignal): Promise<Slot | SlotRefusal> {
    const { promise, resolve, reject } = Promise.withResolvers<Slot | SlotRefusal>();
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#leaveQueue(network, waiting);
    };
    const waiting: WaitingRequest = {
      accept: () => {
        settle();
        resolve(this.#occupy(network));
      },
    };
    const onAbort = (): void => {
      settle();
      this.#forgetIdle(network);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      settle();
      resolve(this.#refuse(network, this.#isFull(network)));
    }, this.#limits.waitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    network.queue.add(waiting);
    this.#queued.add(network);
    this.#takeBack();
    return promise;
  }

  /** Returns the waiting network to be served next; null when none waits or all are at their limits. */
  #next(): Network | null {
    let next: Network | null = null;
    for (const network of this.#queued)
      if (!this.#isFull(network) && (next === null || network.block.slotCount < next.block.slotCount))
        next = network;
    return next;
  }

  #serveQueues(): void {
    while (this.#active < this.#limits.total) {
      const network = this.#next();
      const [waiting] = network?.queue ?? [];
      if (network === null || waiting === undefined) return;
      this.#leaveQueue(network, waiting);
      // Served networks go to the end, so that one with a long queue does not block the others.
      if (this.#queued.delete(network)) this.#queued.add(network);
      waiting.accept();
    }
  }

  /**
   * Takes one offered slot back when no slot is free and the block of the next waiting network has none, or has fewer than the block of the
   * offered slot would keep. Slots that were taken back and are not yet released count as slots of the waiting block.
   */
  #takeBack(): void {
    const next = this.#active < this.#limits.total ? null : this.#next();
    if (next === null) return;
    const left = ({ slotCount, leavingCount }: Block): number => slotCount - leavingCount;
    let largest: OfferedSlot | null = null;
    for (const offered of this.#offered)
      if (largest === null || left(offered.block) > left(largest.block)) largest = offered;
    const has = next.block.slotCount + this.#leaving;
    if (largest !== null && (has === 0 || left(largest.block) - 1 > has)) largest.take();
  }

  #leaveQueue(network: Network, waiting: WaitingRequest): void {
    network.queue.delete(waiting);
    if (network.queue.size === 0) this.#queued.delete(network);
  }

  #forgetIdle({ key, block, slotCount, queue }: Network): void {
    if (slotCount > 0 || queue.size > 0 || !this.#networks.delete(key)) return;
    block.networkCount -= 1;
    if (block.networkCount === 0) this.#blocks.delete(blockKeyOf(key));
  }
}

export const createSlots = (limits: SlotLimits): Slots => new Slots(limits);
