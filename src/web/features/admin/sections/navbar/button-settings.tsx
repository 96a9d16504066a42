import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { NAVBAR_BUTTON_LABEL_MAX_CHARACTERS } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Field } from '../../field.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import styles from './button-settings.module.css';
import { CountedInput } from './counted-input.tsx';
import { isPagePlace } from './navbar-draft.ts';
import { AddressField, TargetSelect } from './target-field.tsx';
import type { NavbarEditor } from './use-navbar-editor.ts';

/** Renders the settings of the header's button: visibility, label and target. */
export function ButtonSettings({ editor }: { editor: NavbarEditor }) {
  const { navbar, problemsOfButton: problems } = editor;
  const { button } = navbar;
  const id = useId();
  const edit = (part: Partial<typeof button>) => editor.set({ ...navbar, button: { ...button, ...part } });
  const problem = problems.label === undefined ? undefined : `${id}problem`;
  return (
    <SettingRow heading={NAVBAR_EDITOR.button} help={NAVBAR_EDITOR.buttonHelp}>
      <SwitchCard
        name={NAVBAR_EDITOR.showButton}
        state={button.visible ? NAVBAR_EDITOR.on : NAVBAR_EDITOR.off}
        checked={button.visible}
        onChange={(visible) => edit({ visible })}
      />
      <Field id={`${id}label`} label={NAVBAR_EDITOR.buttonLabel} className={styles.field}>
        <CountedInput
          id={`${id}label`}
          value={button.label}
          most={NAVBAR_BUTTON_LABEL_MAX_CHARACTERS}
          problem={problem}
          onChange={({ target }) => edit({ label: target.value })}
          onBlur={() => editor.leaveButton('label')}
        />
        {problem && (
          <FieldMessage id={problem} tone="error" icon={CircleAlert}>
            {NAVBAR_EDITOR.labelRequired}
          </FieldMessage>
        )}
      </Field>
      <Field id={`${id}target`} label={NAVBAR_EDITOR.buttonTarget} className={styles.field}>
        <TargetSelect id={`${id}target`} target={button.target} onChange={(target) => edit({ target })} />
        {!isPagePlace(button.target) && (
          <div className={styles.address}>
            <AddressField
              label={NAVBAR_EDITOR.buttonAddress}
              target={button.target}
              problem={problems.address}
              onChange={(target) => edit({ target })}
              onLeave={() => editor.leaveButton('address')}
            />
          </div>
        )}
      </Field>
    </SettingRow>
  );
}
