import { clearRealTimeout, setRealTimeout, waitUntilSettled } from './native-timers.ts';

/** Timers shorter than this only defer work, so they run in real time. */
const HELD_FROM_MS = 50;
/** First id of held timers, outside the range of the browser's own ids. */
const FIRST_ID = 1_000_000_000;

/** Timer that waits for the fake time. `every` is its interval in milliseconds, null for a single run. */
interface HeldTimer {
  readonly act: () => void;
  readonly every: number | null;
  due: number;
}

/** Controls the frozen time of a page. */
export interface FakeClock {
  /** Advances the time and runs due timers in order. */
  advance(ms: number): Promise<void>;
  /** Also holds timers that are too short to be visible. */
  holdShortTimers(): void;
  /** Runs new short timers in real time again; held timers stay held. */
  resumeShortTimers(): void;
}

/** Creates a subclass of Date whose current time is `now`. */
function dateAt(now: () => number): typeof Date {
  const RealDate = Date;
  return class FakeDate extends RealDate {
    constructor(...given: [] | [string | number]) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static override now = now;
  } as typeof Date;
}

/**
 * Freezes the time of this page at `start` (ms since 1970), so that transient states stay visible and look the same on
 * every visit. Replaces Date, performance.now and the timers.
 */
export function installFakeClock(start: number): FakeClock {
  const held = new Map<number, HeldTimer>();
  let elapsed = 0;
  let nextId = FIRST_ID;
  let heldFrom = HELD_FROM_MS;

  const hold = (act: () => void, ms: number, every: number | null): number => {
    nextId += 1;
    held.set(nextId, { act, every, due: elapsed + ms });
    return nextId;
  };
  const release = (id: number): void => {
    if (!held.delete(id)) clearRealTimeout(id);
  };
  const timer =
    (repeats: boolean) =>
    (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number =>
      ms < heldFrom && !repeats
        ? setRealTimeout(() => act(...given), ms)
        : hold(() => act(...given), ms, repeats ? ms : null);

  Object.assign(globalThis, {
    Date: dateAt(() => start + elapsed),
    setTimeout: timer(false),
    setInterval: timer(true),
    clearTimeout: release,
    clearInterval: release,
  });
  Object.defineProperty(performance, 'now', { value: () => elapsed, configurable: true });

  const nextDue = (end: number): [number, HeldTimer] | undefined =>
    [...held].filter(([, { due }]) => due <= end).toSorted(([, one], [, two]) => one.due - two.due)[0];

  const advance = async (ms: number): Promise<void> => {
    await waitUntilSettled();
    const end = elapsed + ms;
    for (let next = nextDue(end); next !== undefined; next = nextDue(end)) {
      const [id, timerDue] = next;
      elapsed = timerDue.due;
      if (timerDue.every === null) held.delete(id);
      else timerDue.due += timerDue.every;
      timerDue.act();
      await waitUntilSettled();
    }
    elapsed = end;
    await waitUntilSettled();
  };
  const holdShortTimers = (): void => {
    heldFrom = 0;
  };
  const resumeShortTimers = (): void => {
    heldFrom = HELD_FROM_MS;
  };
  return { advance, holdShortTimers, resumeShortTimers };
}
