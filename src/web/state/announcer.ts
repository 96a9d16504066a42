import { useSyncExternalStore } from 'react';

type Urgency = 'polite' | 'assertive';

/** What the two live regions of the page hold. */
export type Announcements = Readonly<Record<Urgency, string>>;

const SILENCE: Announcements = { polite: '', assertive: '' };
/** Appended to every other repeat, because a live region that does not change is not read again. */
const REPEAT_MARK = '\u00a0';

let current = SILENCE;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Has `text` read out once; `assertive` interrupts, `polite` waits for a pause. Saying the same again repeats it. */
export function announce(text: string, urgency: Urgency): void {
  current = { ...current, [urgency]: current[urgency] === text ? text + REPEAT_MARK : text };
  for (const listener of listeners) listener();
}

/** The texts the live regions must hold now; empty while the server renders. */
export const useAnnouncements = (): Announcements =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => SILENCE,
  );
