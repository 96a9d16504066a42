import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountsSection } from '#messages/accounts-section.ts';
import { type AccountList, SIGN_UP_MODES } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { useUnsavedForm } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { setSignUpMode } from './account-calls.ts';
import styles from './accounts.module.css';

/**
 * Returns the sentence that says where the current sign-up mode comes from; null if it was chosen in the panel and the environment variable
 * is not set.
 */
function originOf({ chosenInPanel, variableSet }: AccountList['signUp']): string | null {
  if (chosenInPanel) return variableSet ? text(accountsSection, 'signUpChosen') : null;
  return text(accountsSection, variableSet ? 'signUpFromVariable' : 'signUpDefault');
}

/**
 * Renders the choice of who may sign up. A button saves it, because each press of an arrow key in the radios changes it. The mode `open` is
 * confirmed before it is saved. A mode that is saved elsewhere replaces the choice.
 */
export function SignUpChoice({ signUp }: { signUp: AccountList['signUp'] }) {
  const heading = useId();
  // A changed value of `values` replaces the choice.
  const form = useForm({ values: { mode: signUp.mode } });
  const { isDirty, isSubmitting } = form.formState;
  const [asking, setAsking] = useState(false);
  useUnsavedForm('accounts', form, text(accountsSection, 'signUp'));
  const chosen = form.watch('mode');
  const save = form.handleSubmit(async ({ mode }) => {
    setAsking(false);
    await setSignUpMode(mode, text(accountsSection, 'signUpSaved'));
  });
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
                if (!isSubmitting) form.setValue('mode', mode, { shouldDirty: true });
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
          unavailable={!isDirty || isSubmitting}
          onClick={() => (chosen === 'open' ? setAsking(true) : void save())}
        >
          {isSubmitting && <Spinner />}
          {text(accountsSection, 'signUpSave')}
        </Button>
      </div>
      {asking && isDirty && (
        <ConfirmDialog
          title={text(accountsSection, 'signUpOpenTitle')}
          text={text(accountsSection, 'signUpOpenText')}
          confirmLabel={text(accountsSection, 'signUpOpen')}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </SettingRow>
  );
}
