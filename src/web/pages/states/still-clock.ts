import { afterReal, settled, stopReal } from './native-timers.ts';

/** Shorter waits are only a way of letting others go first, and happen for real. */
const HELD_FROM_MS = 50;
/** Ids of held timers, far from the browser's own. */
const FIRST_ID = 1_000_000_000;
const RUN_STEP_MS = 100;

interface Held {
  readonly act: () => void;
  readonly every: number | null;
  due: number;
}

export interface StillClock {
  /** Moves the time forward; what falls due on the way happens in its order. */
  jump(ms: number): Promise<void>;
  /** Holds even the waits that are too short to see. */
  stop(): void;
  /** Short waits happen again; those that are held stay so. */
  goOn(): void;
  /** Lets the time pass at its real speed from now on. */
  run(): void;
}

/** The browser's Date, with `now` for its present. */
function dateAt(now: () => number): typeof Date {
  const RealDate = Date;
  return class StillDate extends RealDate {
    constructor(...given: [] | [string | number]) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static override now = now;
  } as typeof Date;
}

/**
 * Makes the time of this page stand still at `start` (ms since 1970), so that a state that would pass by stays to be
 * looked at and is the same at every visit. Takes the place of Date, performance.now and the timers.
 */
export function installStillClock(start: number): StillClock {
  const held = new Map<number, Held>();
  let elapsed = 0;
  let nextId = FIRST_ID;
  let heldFrom = HELD_FROM_MS;

  const hold = (act: () => void, ms: number, every: number | null): number => {
    nextId += 1;
    held.set(nextId, { act, every, due: elapsed + ms });
    return nextId;
  };
  const release = (id: number): void => {
    if (!held.delete(id)) stopReal(id);
  };
  const timer =
    (repeats: boolean) =>
    (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number =>
      ms < heldFrom && !repeats
        ? afterReal(() => act(...given), ms)
        : hold(() => act(...given), ms, repeats ? ms : null);

  Object.assign(globalThis, {
    Date: dateAt(() => start + elapsed),
    setTimeout: timer(false),
    setInterval: timer(true),
    clearTimeout: release,
    clearInterval: release,
  });
  Object.defineProperty(performance, 'now', { value: () => elapsed, configurable: true });

  const nextDue = (end: number): [number, Held] | undefined =>
    [...held].filter(([, { due }]) => due <= end).toSorted(([, one], [, two]) => one.due - two.due)[0];

  const jump = async (ms: number): Promise<void> => {
    await settled();
    const end = elapsed + ms;
    for (let next = nextDue(end); next !== undefined; next = nextDue(end)) {
      const [id, timerDue] = next;
      elapsed = timerDue.due;
      if (timerDue.every === null) held.delete(id);
      else timerDue.due += timerDue.every;
      timerDue.act();
      await settled();
    }
    elapsed = end;
    await settled();
  };
  const run = (): void => {
    afterReal(() => void jump(RUN_STEP_MS).then(run), RUN_STEP_MS);
  };
  const stop = (): void => {
    heldFrom = 0;
  };
  const goOn = (): void => {
    heldFrom = HELD_FROM_MS;
  };
  return { jump, stop, goOn, run };
}
