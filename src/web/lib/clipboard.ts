import { earlyInput } from './early-input.ts';

/** Returns whether this browser supports reading the clipboard; it does not on insecure origins. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.readText === 'function';

/**
 * Reads the clipboard's text, or returns what was read when Paste was pressed early; null when the visitor or the browser
 * refuses. Must be called in a click or key handler.
 */
export async function readClipboard(): Promise<string | null> {
  const input = earlyInput();
  const reading = input?.clipboard;
  if (input) input.clipboard = null;
  try {
    return await (reading ?? navigator.clipboard.readText());
  } catch {
    return null;
  }
}
