import { POLITE_RETRY_MAX_SECONDS } from '#shared/engine-limits.ts';
import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60 * 1_000;

export interface PolitenessRules {
  /** Runs of one engine on one platform at once. */
  readonly atOnce: number;
  /** Who comes when so many wait is told to come again. */
  readonly queueMax: number;
  /** Above so many starts an hour they are kept apart by `gapMs`; none are refused for it that can still be served in time. */
  readonly freePerHour: number;
  readonly gapMs: number;
}

export type Entered =
  | { readonly ok: true; leave(): void }
  /** Seconds until it makes sense to come again. */
  | { readonly ok: false; readonly retryAfter: number };

/** Lets runs through one after another, as many at once and as fast as a platform should be asked. */
export interface Politeness {
  /** Starts of the last hour, of everybody who shares the pace; null where none is kept. */
  pace(): PaceNow | null;
  /** Waits for a place, at most `waitMs`, first come first served. Rejects with the signal's reason when that aborts. */
  enter(waitMs: number, signal: AbortSignal): Promise<Entered>;
}

/** So many starts in the last hour, of `free` after which they are kept `gapMs` apart. */
export interface PaceNow {
  readonly starts: number;
  readonly free: number;
  readonly gapMs: number;
}

/** Who waits for a turn; `let` takes one out of the queue with what was decided. */
interface Waiter {
  let(entered: Entered): void;
}

/** Puts somebody at the end of the queue until let in, until `waitMs` are over, or until the signal aborts. */
const standInLine = (
  queue: Waiter[],
  clock: Clock,
  { waitMs, signal, refusal }: { waitMs: number; signal: AbortSignal; refusal: (ahead: number) => Entered },
): Promise<Entered> => {
  const { promise, resolve, reject } = Promise.withResolvers<Entered>();
  const stepOut = (): void => {
    callOff();
    signal.removeEventListener('abort', onAbort);
    const index = queue.indexOf(waiter);
    if (index !== -1) queue.splice(index, 1);
  };
  const onAbort = (): void => {
    stepOut();
    reject(signal.reason);
  };
  const waiter: Waiter = {
    let(entered) {
      stepOut();
      resolve(entered);
    },
  };
  const callOff = clock.after(waitMs, () => waiter.let(refusal(queue.indexOf(waiter))));
  signal.addEventListener('abort', onAbort, { once: true });
  queue.push(waiter);
  return promise;
};

/** The starts of the last hour, and how far the next one is to be kept from the last. */
export interface Pace {
  /** Milliseconds two starts are to be apart now. */
  gapNow(): number;
  /** Milliseconds until a run may start; 0 or less for at once. */
  untilNext(): number;
  start(): void;
  now(): PaceNow | null;
}

/** Makes a pace without a start yet. */
export const createPace = (
  clock: Clock,
  { freePerHour, gapMs }: Pick<PolitenessRules, 'freePerHour' | 'gapMs'>,
): Pace => {
  const isKept = freePerHour !== Number.POSITIVE_INFINITY;
  let starts: readonly number[] = [];
  const ofLastHour = (): number => {
    const hourAgo = clock.now() - HOUR_MS;
    starts = starts.filter((at) => at > hourAgo);
    return starts.length;
  };
  const gapNow = (): number => (ofLastHour() < freePerHour ? 0 : gapMs);
  return {
    gapNow,
    untilNext: () => (starts.at(-1) ?? Number.NEGATIVE_INFINITY) + gapNow() - clock.now(),
    start() {
      if (isKept) starts = [...starts, clock.now()];
    },
    now: () => (isKept ? { starts: ofLastHour(), free: freePerHour, gapMs } : null),
  };
};

/** Makes a gate nobody has passed yet. Gates that share a pace are one to whom they ask. */
export const createPoliteness = (
  clock: Clock,
  rules: PolitenessRules,
  pace: Pace = createPace(clock, rules),
): Politeness => {
  const queue: Waiter[] = [];
  let running = 0;
  let lastHeldMs = 0;
  let callOff = (): void => undefined;

  const place = (): Entered => {
    const began = clock.now();
    let left = false;
    running += 1;
    pace.start();
    return {
      ok: true,
      leave() {
        if (left) return;
        left = true;
        running -= 1;
        lastHeldMs = clock.now() - began;
        pump();
      },
    };
  };

  const pump = (): void => {
    callOff();
    while (running < rules.atOnce && queue.length > 0) {
      const wait = pace.untilNext();
      if (wait > 0) {
        callOff = clock.after(wait, pump);
        return;
      }
      queue[0]?.let(place());
    }
  };

  const refusal = (ahead: number): Entered => {
    const each = Math.max(pace.gapNow(), lastHeldMs / rules.atOnce);
    const seconds = Math.ceil((each * (ahead + 1)) / 1_000);
    return { ok: false, retryAfter: Math.min(POLITE_RETRY_MAX_SECONDS, Math.max(1, seconds)) };
  };

  return {
    pace: pace.now,
    async enter(waitMs, signal) {
      signal.throwIfAborted();
      // The pace alone would already keep this one waiting for too long.
      const gap = pace.gapNow();
      const tooFar = gap > 0 && pace.untilNext() + gap * queue.length > waitMs;
      if (queue.length >= rules.queueMax || tooFar) return refusal(queue.length);
      const turn = standInLine(queue, clock, { waitMs, signal, refusal });
      pump();
      return turn;
    },
  };
};
