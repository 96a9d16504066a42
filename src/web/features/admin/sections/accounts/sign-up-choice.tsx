import { useCallback, useId, useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import { type AccountList, SIGN_UP_MODES, type SignUpMode } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { useUnsavedChanges } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { setSignUpMode } from './account-calls.ts';
import styles from './accounts.module.css';

/** Says where the current mode comes from. */
function originOf({ chosenInPanel, variableSet }: AccountList['signUp']): string | null {
  if (chosenInPanel) return variableSet ? text(accountsSection, 'signUpChosen') : null;
  return text(accountsSection, variableSet ? 'signUpFromVariable' : 'signUpDefault');
}

/**
 * Renders who may sign up. The arrow keys move through the radios, so a choice is sent by the button alone; one that
 * lets strangers change the site is confirmed first. A change made elsewhere meanwhile replaces the choice.
 */
export function SignUpChoice({ signUp }: { signUp: AccountList['signUp'] }) {
  const heading = useId();
  const [choice, setChoice] = useState<{ mode: SignUpMode; instead: SignUpMode } | null>(null);
  const [sending, setSending] = useState(false);
  const [asking, setAsking] = useState(false);
  const chosen = choice?.instead === signUp.mode ? choice.mode : signUp.mode;
  const isChanged = chosen !== signUp.mode;
  const discard = useCallback(() => setChoice(null), []);
  useUnsavedChanges(
    { section: 'accounts', discard, phase: { kind: sending ? 'saving' : 'idle' } },
    isChanged ? text(accountsSection, 'signUp') : '',
  );
  const save = async () => {
    setAsking(false);
    setSending(true);
    await setSignUpMode(chosen, text(accountsSection, 'signUpSaved'));
    setSending(false);
  };
  const origin = originOf(signUp);
  return (
    <SettingRow
      heading={text(accountsSection, 'signUp')}
      headingId={heading}
      help={text(accountsSection, 'signUpHelp')}
    >
      <div role="radiogroup" aria-labelledby={heading} className={styles.modes}>
        {SIGN_UP_MODES.map((mode) => (
          <label key={mode} className={styles.mode}>
            <CheckInput
              type="radio"
              name={heading}
              checked={chosen === mode}
              onChange={() => {
                if (!sending) setChoice({ mode, instead: signUp.mode });
              }}
            />
            <span>
              <strong>{text(accountsSection, `signUpModes.${mode}`)}</strong>
              <span>{text(accountsSection, `signUpMeanings.${mode}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {origin !== null && <p className={styles.hint}>{origin}</p>}
      <div className={styles.below}>
        <Button
          unavailable={!isChanged || sending}
          onClick={() => (chosen === 'open' ? setAsking(true) : void save())}
        >
          {sending && <Spinner />}
          {text(accountsSection, 'signUpSave')}
        </Button>
      </div>
      {asking && isChanged && (
        <ConfirmDialog
          title={text(accountsSection, 'signUpOpenTitle')}
          text={text(accountsSection, 'signUpOpenText')}
          confirm={text(accountsSection, 'signUpOpen')}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </SettingRow>
  );
}
