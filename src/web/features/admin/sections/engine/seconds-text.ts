import { engineEditor } from '#messages/engine-editor.ts';
import { text } from '#shared/messages/text.ts';

/** Shorter times are shown as 'under 0.1 s', because '0.0 s' would say that no time passed. */
const SHORTEST_SHOWN_MS = 100;

/** Formats milliseconds as seconds: '0.8 s'. Less than 100 ms becomes 'under 0.1 s', null becomes a dash. */
export function secondsText(ms: number | null): string {
  if (ms === null) return text(engineEditor, 'nothing');
  const value = (Math.max(ms, SHORTEST_SHOWN_MS) / 1_000).toFixed(1);
  return text(engineEditor, ms < SHORTEST_SHOWN_MS ? 'secondsUnder' : 'seconds', { value });
}
