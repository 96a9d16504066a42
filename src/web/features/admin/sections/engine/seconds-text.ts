import { ENGINE_EDITOR } from '#shared/engine-messages.ts';

/** Formats milliseconds as '0.8 s'; a dash for null. */
export const secondsText = (ms: number | null): string =>
  ms === null ? ENGINE_EDITOR.nothing : ENGINE_EDITOR.seconds((ms / 1_000).toFixed(1));
