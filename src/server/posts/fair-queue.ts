/** A waiting request. Several networks may share its result; `keys` grows while others join. */
export interface FairQueueItem {
  readonly keys: Pick<ReadonlyMap<string, unknown>, 'keys' | 'has'>;
}

/** The next request to start, and the network that is charged for it. */
export interface QueuedItem<Item> {
  readonly item: Item;
  readonly key: string;
}

/** A queue whose places are shared out by network, in round robin. */
export interface FairQueue<Item extends FairQueueItem> {
  size(): number;
  /** Returns the networks that have a waiting request. */
  keys(): ReadonlySet<string>;
  add(item: Item): void;
  remove(item: Item): void;
  /** Removes and returns the next request among the networks that `mayStart` admits; null when there is none. */
  next(mayStart: (key: string) => boolean): QueuedItem<Item> | null;
  /**
   * Returns the newest request of the network with the most waiting requests, if the `arriving` networks would still
   * have fewer after being admitted; null when they would not.
   */
  displacedBy(arriving: FairQueueItem['keys']): Item | null;
  /** Counts the requests that start before one that `arriving` would add now. */
  ahead(arriving: FairQueueItem['keys']): number;
}

/** Number of networks whose last start is remembered; a forgotten network counts as new. */
const SERVED_MAX = 1_000;

/** Creates an empty queue. */
export const createFairQueue = <Item extends FairQueueItem>(): FairQueue<Item> => {
  const items = new Set<Item>();
  /** Sequence number of each network's last start, oldest first. */
  const lastServed = new Map<string, number>();
  let servedCount = 0;

  const countByKey = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const item of items) for (const key of item.keys.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  /** Returns the load of a request: a shared request has the load of its network with the fewest requests. */
  const load = (keys: FairQueueItem['keys'], counts: ReadonlyMap<string, number>): number =>
    Math.min(...[...keys.keys()].map((key) => counts.get(key) ?? 0));

  const recordServed = (key: string): void => {
    servedCount += 1;
    lastServed.delete(key);
    lastServed.set(key, servedCount);
    for (const oldest of lastServed.keys()) {
      if (lastServed.size <= SERVED_MAX) break;
      lastServed.delete(oldest);
    }
  };

  return {
    size: () => items.size,
    keys: () => new Set(countByKey().keys()),
    add: (item) => void items.add(item),
    remove: (item) => void items.delete(item),
    next(mayStart) {
      let best: (QueuedItem<Item> & { readonly served: number }) | null = null;
      for (const item of items)
        for (const key of item.keys.keys()) {
          const served = lastServed.get(key) ?? 0;
          if ((best === null || served < best.served) && mayStart(key)) best = { item, key, served };
        }
      if (best === null) return null;
      items.delete(best.item);
      recordServed(best.key);
      return best;
    },
    displacedBy(arriving) {
      const counts = countByKey();
      let newest: Item | null = null;
      let most = load(arriving, counts) + 1;
      for (const item of items) {
        const own = load(item.keys, counts);
        if (own < most || (own === most && newest === null)) continue;
        most = own;
        newest = item;
      }
      return newest;
    },
    ahead(arriving) {
      const counts = countByKey();
      const own = load(arriving, counts);
      let before = own;
      for (const [key, count] of counts) if (!arriving.has(key)) before += Math.min(count, own + 1);
      return before;
    },
  };
};
