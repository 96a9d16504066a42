import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** The theme script sets this attribute before the first paint and whenever the choice or the system changes. */
const readTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme in use; 'light' while the server renders. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light');

/** Makes `theme` the visitor's choice in this browser; the theme script hears the event and applies it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage can be switched off; the choice then lasts as long as the page.
  }
  dispatchEvent(new CustomEvent('themechosen', { detail: theme }));
}
