import { SunMoon } from 'lucide-react';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import { chooseTheme, useTheme } from '../../state/theme-choice.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Renders the button that switches between light and dark; the choice is stored in this browser. */
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
