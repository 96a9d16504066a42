import { useId, useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import { type AccountList, SIGN_UP_MODES, type SignUpMode } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { SettingRow } from '../../setting-row.tsx';
import { setSignUpMode } from './account-calls.ts';
import styles from './accounts.module.css';

/** Renders who may sign up. A choice is saved immediately, because the next sign-up can happen at any moment. */
export function SignUpChoice({ signUp }: { signUp: AccountList['signUp'] }) {
  const heading = useId();
  const [sending, setSending] = useState<SignUpMode | null>(null);
  const shown = sending ?? signUp.mode;
  const choose = async (mode: SignUpMode) => {
    setSending(mode);
    await setSignUpMode(mode, text(accountsSection, 'signUpSaved'));
    setSending(null);
  };
  return (
    <SettingRow
      heading={text(accountsSection, 'signUp')}
      headingId={heading}
      help={text(accountsSection, 'signUpHelp')}
    >
      <div role="radiogroup" aria-labelledby={heading} className={styles.modes}>
        {SIGN_UP_MODES.map((mode) => (
          <label key={mode} className={styles.mode}>
            <input
              type="radio"
              name={heading}
              checked={shown === mode}
              disabled={sending !== null}
              onChange={() => void choose(mode)}
            />
            <span>
              <strong>{text(accountsSection, `signUpModes.${mode}`)}</strong>
              <span>{text(accountsSection, `signUpMeanings.${mode}`)}</span>
            </span>
          </label>
        ))}
      </div>
      <p className={styles.hint}>
        {signUp.chosenInPanel
          ? text(accountsSection, 'signUpChosen')
          : text(accountsSection, 'signUpFromVariable')}
      </p>
    </SettingRow>
  );
}
