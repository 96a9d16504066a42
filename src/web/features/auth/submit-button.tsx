import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import { useOnline } from '../../state/online.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './auth-form.module.css';

/** The form's one button, and above it that there is no network. It keeps the focus while it works. */
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
