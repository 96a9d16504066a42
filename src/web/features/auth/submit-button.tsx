import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import { useOnline } from '../../state/online.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './auth-form.module.css';

/**
 * Renders the form's only button and, above it, a message while offline. The button keeps the focus while the form is
 * submitted.
 */
export function SubmitButton({
  busy,
  label,
  busyLabel,
}: {
  busy: boolean;
  label: string;
  busyLabel: string;
}) {
  const online = useOnline();
  return (
    <div className={styles.submit}>
      <p role="status" className={styles.offline}>
        {!online && AUTH_FORM.offline}
      </p>
      <Button type="submit" look="primary" unavailable={busy || !online} className={styles.wide}>
        {busy && <Spinner />}
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
}
