import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Part } from '../../workbench/job.ts';

/** What the page knows about cutting the clip that a player shows. */
export interface Cutting {
  /** Resolves to the key frame at or before a time, in seconds; null if that cannot be found out or the signal aborts. */
  readonly snap: (seconds: number, signal: AbortSignal) => Promise<number | null>;
  /** Resolves to whether this device cuts the clip exactly without a long wait. */
  readonly isExactQuick: (signal: AbortSignal) => Promise<boolean>;
  readonly onSave: (part: Part) => void;
}

/** Shortest part that can be cut. */
export const PART_MIN_SECONDS = 1;

/**
 * Returns the part of a clip of `duration` seconds that the visitor chooses, and what changes it. The part begins at a key frame, unless
 * the visitor wants it exact.
 */
export function usePart({ snap, isExactQuick }: Cutting, duration: number) {
  const [part, setPart] = useState<Part>({ fromSeconds: 0, toSeconds: duration, isExact: false });
  const [canBeExact, setCanBeExact] = useState(false);
  const search = useRef<AbortController>(null);
  const askOnce = useEffectEvent(isExactQuick);
  useEffect(() => {
    const asked = new AbortController();
    void askOnce(asked.signal).then((isQuick) => asked.signal.aborted || setCanBeExact(isQuick));
    return () => {
      asked.abort();
      search.current?.abort();
    };
  }, []);

  const setFrom = (seconds: number): void => {
    const fromSeconds = Math.max(0, Math.min(seconds, part.toSeconds - PART_MIN_SECONDS));
    setPart((old) => ({ ...old, fromSeconds }));
  };
  const setTo = (seconds: number): void => {
    const toSeconds = Math.min(duration, Math.max(seconds, part.fromSeconds + PART_MIN_SECONDS));
    setPart((old) => ({ ...old, toSeconds }));
  };
  /** Moves the beginning to the key frame before it, where a copied part begins. Resolves to that time. */
  const snapFrom = async (fromSeconds: number): Promise<number> => {
    search.current?.abort();
    const searching = new AbortController();
    search.current = searching;
    const found = await snap(fromSeconds, searching.signal);
    if (found === null || searching.signal.aborted) return fromSeconds;
    setPart((old) => ({ ...old, fromSeconds: found }));
    return found;
  };
  const setExact = (isExact: boolean): void => setPart((old) => ({ ...old, isExact }));
  return { part, canBeExact, setFrom, setTo, snapFrom, setExact };
}
