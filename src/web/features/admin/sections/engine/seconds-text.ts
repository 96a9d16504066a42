import { engineEditor } from '#messages/engine-editor.ts';
import { text } from '#shared/messages/text.ts';

/** Formats milliseconds as '0.8 s'; a dash for null. */
export const secondsText = (ms: number | null): string =>
  ms === null
    ? text(engineEditor, 'nothing')
    : text(engineEditor, 'seconds', { value: (ms / 1_000).toFixed(1) });
