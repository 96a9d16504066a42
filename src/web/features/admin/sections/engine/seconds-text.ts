import { engineEditor } from '#messages/engine-editor.ts';
import { text } from '#shared/messages/text.ts';

/** Below this, '0.0 s' would say that it took no time. */
const SHORTEST_SHOWN_MS = 100;

/** Formats milliseconds in seconds, as '0.8 s'; below 100 ms as 'under 0.1 s', null as a dash. */
export function secondsText(ms: number | null): string {
  if (ms === null) return text(engineEditor, 'nothing');
  const value = (Math.max(ms, SHORTEST_SHOWN_MS) / 1_000).toFixed(1);
  return text(engineEditor, ms < SHORTEST_SHOWN_MS ? 'secondsUnder' : 'seconds', { value });
}
