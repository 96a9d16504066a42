import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import styles from './auth-form.module.css';
import { passwordStrength } from './password-strength.ts';

const STEPS = [1, 2, 3, 4] as const;

/** Renders the estimated strength of a password as bars and text, with the rule. */
export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const word = strength === 0 ? '' : `${AUTH_FORM.strength[strength - 1] ?? ''} `;
  return (
    <>
      <span className={styles.meter} aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} className={step <= strength ? styles.full : undefined} />
        ))}
      </span>
      {word}
      {AUTH_FORM.passwordRule}
    </>
  );
}
