const KEY = 'link';

/** Returns the link that `keepLink` stored in this tab; empty if there is none or the browser's storage is disabled. */
export function readKeptLink(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores the form's link in this tab, so that a reload restores it; an empty link removes the stored one. Does nothing if the browser's
 * storage is disabled.
 */
export function keepLink(link: string): void {
  try {
    if (link === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, link);
  } catch {
    // Storage can be disabled; then a reload empties the field.
  }
}
