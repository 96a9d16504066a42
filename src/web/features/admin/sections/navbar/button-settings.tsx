import { useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { NAVBAR_BUTTON_LABEL_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Field } from '../../field.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import styles from './button-settings.module.css';
import { CountedInput } from './counted-input.tsx';
import { TargetField } from './target-field.tsx';
import type { NavbarEditor } from './use-navbar-editor.ts';

/** Renders the settings of the header's button: visibility, label and target. */
export function ButtonSettings({ editor }: { editor: NavbarEditor }) {
  const { navbar, problemsOfButton: problems } = editor;
  const { button } = navbar;
  const id = useId();
  const edit = (part: Partial<typeof button>) => editor.set({ ...navbar, button: { ...button, ...part } });
  return (
    <SettingRow heading={text(navbarEditor, 'button')} help={text(navbarEditor, 'buttonHelp')}>
      <SwitchCard
        name={text(navbarEditor, 'showButton')}
        state={button.visible ? text(navbarEditor, 'on') : text(navbarEditor, 'off')}
        checked={button.visible}
        onChange={(visible) => edit({ visible })}
      />
      <Field id={`${id}label`} label={text(navbarEditor, 'buttonLabel')} className={styles.field}>
        <CountedInput
          id={`${id}label`}
          value={button.label}
          most={NAVBAR_BUTTON_LABEL_MAX_CHARACTERS}
          isMissing={problems.label !== undefined}
          onChange={({ target }) => edit({ label: target.value })}
        />
      </Field>
      <Field id={`${id}target`} label={text(navbarEditor, 'buttonTarget')} className={styles.field}>
        <TargetField
          id={`${id}target`}
          addressLabel={text(navbarEditor, 'buttonAddress')}
          target={button.target}
          problem={problems.address}
          onChange={(target) => edit({ target })}
        />
      </Field>
    </SettingRow>
  );
}
