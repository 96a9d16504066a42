import { useSyncExternalStore } from 'react';

type Urgency = 'polite' | 'assertive';

/** Text of each of the page's two live regions; '' before the first announcement. */
export type SpokenTexts = Readonly<Record<Urgency, string>>;

const NO_ANNOUNCEMENTS: SpokenTexts = { polite: '', assertive: '' };
/** Appended to every second repetition, because screen readers ignore a live region that does not change. */
const REPEAT_MARK = '\u00a0';

let current = NO_ANNOUNCEMENTS;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Announces `text` to screen readers; `assertive` interrupts, `polite` waits for a pause. The same text can be
 * repeated.
 */
export function announce(text: string, urgency: Urgency): void {
  current = { ...current, [urgency]: current[urgency] === text ? text + REPEAT_MARK : text };
  for (const listener of listeners) listener();
}

/** Returns the current texts of the live regions; empty on the server. */
export const useAnnouncements = (): SpokenTexts =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => NO_ANNOUNCEMENTS,
  );
