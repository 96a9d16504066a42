export interface ShortMemoryOptions {
  /** In milliseconds. */
  readonly lifetimeMs: number;
  /** Oldest keys go first beyond this many. */
  readonly maxKeys: number;
  readonly now: () => number;
}

/** Knows for a while what it was told. */
export interface ShortMemory {
  add(key: string): void;
  has(key: string): boolean;
}

/** Makes a memory that knows nothing yet. */
export const createShortMemory = ({ lifetimeMs, maxKeys, now }: ShortMemoryOptions): ShortMemory => {
  const ends = new Map<string, number>();
  return {
    add(key) {
      ends.delete(key);
      ends.set(key, now() + lifetimeMs);
      const [oldest] = ends.keys();
      if (ends.size > maxKeys && oldest !== undefined) ends.delete(oldest);
    },
    has: (key) => (ends.get(key) ?? Number.NEGATIVE_INFINITY) > now(),
  };
};
