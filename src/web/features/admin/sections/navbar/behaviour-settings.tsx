import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import type { NavbarEditor } from './use-navbar-editor.ts';

/** Renders the switches for the header's behaviour. */
export function BehaviourSettings({ editor }: { editor: NavbarEditor }) {
  const { navbar, set } = editor;
  const { sticky, themeSwitch } = navbar;
  return (
    <SettingRow heading={NAVBAR_EDITOR.behaviour}>
      <SwitchCard
        name={NAVBAR_EDITOR.sticky}
        state={sticky ? NAVBAR_EDITOR.stickyOn : NAVBAR_EDITOR.stickyOff}
        checked={sticky}
        onChange={(value) => set({ ...navbar, sticky: value })}
      />
      <SwitchCard
        name={NAVBAR_EDITOR.themeSwitch}
        state={themeSwitch ? NAVBAR_EDITOR.themeSwitchOn : NAVBAR_EDITOR.themeSwitchOff}
        checked={themeSwitch}
        onChange={(value) => set({ ...navbar, themeSwitch: value })}
      />
    </SettingRow>
  );
}
