import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Returns the seconds from `now` to `until` (both ms since 1970), rounded up; 0 when `until` is past or null. */
export const secondsLeft = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / SECOND_MS));

/** Returns the seconds left to `until` (ms since 1970), updated every second; 0 when it is past or null. */
export function useSecondsLeft(until: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const update = () => {
      const now = secondsLeft(until, Date.now());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(update, SECOND_MS);
    update();
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
