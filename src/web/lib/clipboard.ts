/** Whether this browser lets a page ask for the clipboard at all; it does not on plain http. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.readText === 'function';

/** The clipboard's text, or null when the visitor or the browser refused. Call it inside a press only. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
