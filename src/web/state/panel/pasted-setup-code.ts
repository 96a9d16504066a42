let code: string | null = null;

/** Returns the setup code in a pasted text, trimmed: the `setup` parameter if the text is a link with one, else the whole text. */
export const setupCodeIn = (pasted: string): string => {
  const address = pasted.trim();
  // Safari 17 has no `URL.parse`.
  const inLink = URL.canParse(address) ? new URL(address).searchParams.get('setup') : null;
  return (inLink ?? pasted).trim();
};

/**
 * Moves the setup code from the page's URL into this module, because in the URL the code would stay visible, also in the browser's history.
 * Call this before any other code reads the URL.
 */
export function extractSetupCode(): void {
  const url = new URL(location.href);
  const found = url.searchParams.get('setup');
  if (found === null) return;
  code = found.trim() || null;
  url.searchParams.delete('setup');
  history.replaceState(history.state, '', url);
}

/** Returns the setup code that was in the page's URL; null if there was none, or after `clearSetupCode`. */
export const currentSetupCode = (): string | null => code;

export const clearSetupCode = (): void => {
  code = null;
};
