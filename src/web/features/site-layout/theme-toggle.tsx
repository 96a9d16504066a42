import { SunMoon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import { writeStorage } from '../../lib/browser-storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';

type Theme = 'light' | 'dark';

/** Reads the theme from the attribute that the theme script sets before the first paint and on every change. */
const readTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Returns the current theme; 'light' on the server. */
const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light');

/** Stores `theme` as the visitor's choice, and dispatches the event that makes the theme script apply it. */
function chooseTheme(theme: Theme): void {
  // Where storage is blocked, the choice lasts as long as the page.
  writeStorage('browser', 'theme', theme);
  dispatchEvent(new CustomEvent('themechosen', { detail: theme }));
}

/** Renders the button that switches between light and dark. The choice is stored in this browser. */
export function ThemeToggle() {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={dark ? text(publicPage, 'useLight') : text(publicPage, 'useDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <SunMoon aria-hidden className="ic" />
    </IconButton>
  );
}
