/** Decodes a percent-encoded text; returns null if it is wrongly encoded. */
export const percentDecode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
