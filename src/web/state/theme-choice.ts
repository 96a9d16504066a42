import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Reads the theme from the attribute that the theme script sets before the first paint and on every change. */
const readTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Returns the current theme; 'light' on the server. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light');

/** Stores `theme` as the visitor's choice and dispatches the event on which the theme script applies it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage can be disabled; then the choice lasts as long as the page.
  }
  dispatchEvent(new CustomEvent('themechosen', { detail: theme }));
}
