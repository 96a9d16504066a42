const HOUR_MS = 60 * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Between 02:00 and 05:00 UTC few people visit, and servers do not all ask at the same minute. */
const FROM_HOUR = 2;
const MINUTES = 3 * 60;

/** Returns the UTC day of a time, such as 2026-08-19. */
const utcDayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Returns the time of the next nightly update: a random minute of the next night, or of this night if that minute is still to come and
 * this night has had no update. Times are in milliseconds since 1970; `random` is at least 0 and less than 1.
 */
export const nextNightlyTime = (now: number, lastDay: string | null, random: number): number => {
  const today = utcDayOf(now);
  const minute = Date.parse(today) + FROM_HOUR * HOUR_MS + Math.floor(random * MINUTES) * MINUTE_MS;
  return minute > now && lastDay !== today ? minute : minute + DAY_MS;
};

/** Timer of the nightly update. */
export interface NightlyTimer {
  /** Plans the next run, or none while updates are off. Call it after the choice has changed. */
  plan(): void;
  /** Returns the time of the next run; null if none is planned. */
  nextAt(): number | null;
  stop(): void;
}

interface NightlyTimerParts {
  /** Returns whether the owner wants nightly updates and this server can install them. */
  readonly isOn: () => boolean;
  /** UTC day of the last run before the start; null for none. */
  readonly lastDay: string | null;
  /** Runs once a night, with the UTC day. Must not reject. */
  readonly run: (day: string) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
}

/** Creates the timer, which plans nothing yet. It does not keep the process alive. */
export const createNightlyTimer = ({
  isOn,
  lastDay: first,
  run,
  now,
  random,
}: NightlyTimerParts): NightlyTimer => {
  let lastDay = first;
  let timer: NodeJS.Timeout | null = null;
  let nextAt: number | null = null;
  let isStopped = false;
  const fire = async (): Promise<void> => {
    lastDay = utcDayOf(now());
    await run(lastDay);
    plan();
  };
  const plan = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    nextAt = null;
    if (isStopped || !isOn()) return;
    nextAt = nextNightlyTime(now(), lastDay, random());
    timer = setTimeout(() => void fire(), Math.max(0, nextAt - now()));
    timer.unref();
  };
  return {
    plan,
    nextAt: () => nextAt,
    stop() {
      isStopped = true;
      plan();
    },
  };
};
