import { earlyInput } from './early-input.ts';

/** Returns whether this browser supports reading the clipboard; it does not on insecure origins. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.readText === 'function';

/**
 * Returns the clipboard's text: the text that capture.ts read when the visitor pressed Paste before the page's code was loaded, otherwise
 * the present text. Returns null when the visitor or the browser refuses. Must be called in a click or key handler.
 */
export async function readClipboard(): Promise<string | null> {
  const input = earlyInput();
  const reading = input?.clipboardText;
  if (input) input.clipboardText = null;
  try {
    return await (reading ?? navigator.clipboard.readText());
  } catch {
    return null;
  }
}
