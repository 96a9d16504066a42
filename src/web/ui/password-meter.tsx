import { authForm } from '#messages/auth-form.ts';
import { text } from '#shared/messages/text.ts';
import { passwordStrength } from '../lib/password-strength.ts';
import styles from './password-meter.module.css';

const STEPS = [1, 2, 3, 4] as const;

/** Renders the estimated strength of a password as bars and a word, followed by the rule for its length; no word for an empty password. */
export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const word = strength === 0 ? '' : `${text(authForm, `strength.${strength}`)} `;
  return (
    <>
      <span className={styles.meter} aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} className={step <= strength ? styles.full : undefined} />
        ))}
      </span>
      {word}
      {text(authForm, 'passwordRule')}
    </>
  );
}
