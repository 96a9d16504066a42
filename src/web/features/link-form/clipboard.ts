/** Returns whether this browser supports reading the clipboard; it does not on insecure origins. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.readText === 'function';

/** Reads the clipboard's text; null when the visitor or the browser refuses. Must be called in a click or key handler. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
