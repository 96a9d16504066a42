import { createStore } from './store.ts';

type Urgency = 'polite' | 'assertive';

/** Character that is appended to the text of every second repetition, because screen readers ignore a live region that does not change. */
const REPETITION_MARK = '\u00a0';

/** Text of each of the page's two live regions; '' before the first announcement. */
const announcedTexts = createStore<Readonly<Record<Urgency, string>>>({ polite: '', assertive: '' });

/**
 * Announces `text` to screen readers; `assertive` interrupts them, `polite` waits for a pause. A text that equals the last one is announced
 * again.
 */
export function announce(text: string, urgency: Urgency): void {
  const current = announcedTexts.get();
  announcedTexts.set({ ...current, [urgency]: current[urgency] === text ? text + REPETITION_MARK : text });
}

/** Returns the current texts of the live regions; empty on the server. */
export const useAnnouncements = () => announcedTexts.use((sentences) => sentences);
