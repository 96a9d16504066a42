let code: string | null = null;

/**
 * Takes the setup code out of the page's address, where it would stay in the history and be seen over a shoulder. Call
 * before anything else reads the address.
 */
export function takeSetupCode(): void {
  const url = new URL(location.href);
  const found = url.searchParams.get('setup');
  if (found === null) return;
  code = found.trim() || null;
  url.searchParams.delete('setup');
  history.replaceState(history.state, '', url);
}

/** The code the page was opened with; null when there was none. */
export const heldSetupCode = (): string | null => code;

/** The code has done its work. */
export const dropSetupCode = (): void => {
  code = null;
};
