const KEY = 'link';

/** Returns the link that the form had in this tab before the page was loaded again; empty if none. */
export function readKeptLink(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the form's link until the tab is closed; an empty one removes it. */
export function keepLink(link: string): void {
  try {
    if (link === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, link);
  } catch {
    // Storage can be disabled; then a reload empties the field.
  }
}
