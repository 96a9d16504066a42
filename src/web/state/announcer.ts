import { createStore } from './store.ts';

type Urgency = 'polite' | 'assertive';

/** Appended to every second repetition, because screen readers ignore a live region that does not change. */
const REPEAT_MARK = '\u00a0';

/** Text of each of the page's two live regions; '' before the first announcement. */
const spoken = createStore<Readonly<Record<Urgency, string>>>({ polite: '', assertive: '' });

/**
 * Announces `text` to screen readers; `assertive` interrupts, `polite` waits for a pause. The same text can be
 * repeated.
 */
export function announce(text: string, urgency: Urgency): void {
  const current = spoken.get();
  spoken.set({ ...current, [urgency]: current[urgency] === text ? text + REPEAT_MARK : text });
}

/** Returns the current texts of the live regions; empty on the server. */
export const useAnnouncements = () => spoken.use((sentences) => sentences);
