import type { Asked } from './channel.ts';

/** Work under way in one of the workers, by key, so that no other begins the same. */
export interface SiteFlights {
  /** Returns the end of the work if nobody does it yet; else waits for its value, or for null when it ended without one. */
  join(key: string, asked: Asked): Flight | Promise<Landed | null>;
}

/** Work that the caller now does. Must be ended once, without a value when it had none that others may have. */
export interface Flight {
  readonly end: (landed: Landed | null) => void;
}

/** Value in a box, as it is sent. */
export interface Landed {
  readonly value: unknown;
}

/** Creates the list without any work under way. */
export const createSiteFlights = (): SiteFlights => {
  const waiting = new Map<string, Set<(landed: Landed | null) => void>>();
  return {
    join(key, asked) {
      const others = waiting.get(key);
      if (others === undefined) {
        const created = new Set<(landed: Landed | null) => void>();
        waiting.set(key, created);
        return {
          end(landed) {
            if (waiting.get(key) === created) waiting.delete(key);
            for (const resolve of created) resolve(landed);
            created.clear();
          },
        };
      }
      return new Promise((resolve, reject) => {
        others.add(resolve);
        const { signal } = asked;
        signal.addEventListener(
          'abort',
          () => {
            others.delete(resolve);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    },
  };
};
