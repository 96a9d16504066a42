import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Whole seconds from `now` until `until` (both ms since 1970), rounded up; 0 when it is past or there is none. */
export const secondsLeft = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / SECOND_MS));

/** Counts down to `until` (ms since 1970), once a second; 0 when it is past or there is none. */
export function useSecondsLeft(until: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const look = () => {
      const now = secondsLeft(until, Date.now());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, SECOND_MS);
    look();
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
