const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** First hour (UTC) of the runs, and number of hours over which the servers spread their runs; few people visit at night. */
const FROM_HOUR = 2;
const HOURS = 3;

/**
 * Creates a timer that, after a call of `plan`, calls `run` every night while `isOn` returns true, at a time between 02:00 and 05:00 UTC
 * that is chosen at random once per timer. It does not keep the process alive.
 */
export const createNightlyTimer = (isOn: () => boolean, run: () => void) => {
  const timeOfDay = Math.round((FROM_HOUR + Math.random() * HOURS) * HOUR_MS);
  let timer: NodeJS.Timeout | undefined;
  let nextAt: number | null = null;
  const fire = (): void => {
    run();
    plan();
  };
  /** Plans the next run, or no run if `isOn` returns false. The caller calls it first, and after a change of `isOn`. */
  const plan = (): void => {
    clearTimeout(timer);
    const now = Date.now();
    const tonight = now - (now % DAY_MS) + timeOfDay;
    nextAt = isOn() ? (tonight > now ? tonight : tonight + DAY_MS) : null;
    if (nextAt !== null) timer = setTimeout(fire, nextAt - now).unref();
  };
  return {
    plan,
    /** Returns the time of the next run in ISO 8601; null if no run is planned. */
    nextAt: () => (nextAt === null ? null : new Date(nextAt).toISOString()),
  };
};
