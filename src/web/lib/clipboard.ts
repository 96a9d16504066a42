/** Returns whether this browser supports reading the clipboard; it does not on insecure origins. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.readText === 'function';

let readAhead: Promise<string | null> | null = null;

const read = async (): Promise<string | null> => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
};

/** Reads the clipboard now, in the visitor's press, for the next `readClipboard`, which may come after the press. */
export function readClipboardAhead(): void {
  readAhead = read();
}

/** Reads the clipboard's text; null when the visitor or the browser refuses. Must be called in a click or key handler. */
export function readClipboard(): Promise<string | null> {
  const reading = readAhead ?? read();
  readAhead = null;
  return reading;
}
