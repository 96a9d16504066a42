import type { ShareFlight } from '../cache/single-flight-cache.ts';
import type { PrimaryLink } from './primary-link.ts';

/**
 * Creates the function by which the workers share work under way: of equal requests in several workers one does the work, and the
 * others get its value. Without an answer from the primary, each worker does its own.
 */
export const createRemoteFlights =
  (link: PrimaryLink): ShareFlight =>
  async (key, produce, isSharable, signal) => {
    for (;;) {
      const answer = await link.ask('flight', key, signal);
      if (answer === null) return produce();
      if (answer.value.runs) {
        const { lease } = answer.value;
        let how: 'landed' | 'without' = 'without';
        let landed: unknown;
        try {
          const value = await produce();
          if (isSharable(value)) [how, landed] = ['landed', value];
          return value;
        } finally {
          link.end(lease, how, landed);
        }
      }
      // Without a value the other worker has given up, or died: this one asks again.
      if (answer.value.landed !== null)
        return answer.value.landed.value as Awaited<ReturnType<typeof produce>>;
    }
  };
