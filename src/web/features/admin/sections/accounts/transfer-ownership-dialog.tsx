import { type FormEvent, useId, useState } from 'react';
import { ACCOUNTS } from '#shared/operate-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { transferOwnership } from './account-calls.ts';
import styles from './accounts.module.css';

/** Asks for the owner's password before ownership is transferred to another account. */
export function TransferOwnershipDialog({
  id,
  name,
  onClose,
}: {
  id: string;
  name: string;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') {
      setProblem(ACCOUNTS.currentRequired);
      return;
    }
    setBusy(true);
    const failure = await transferOwnership(id, password, ACCOUNTS.handedOver(name));
    setBusy(false);
    if (failure === null) onClose();
    else setProblem(failure.detail);
  };
  return (
    <Dialog title={ACCOUNTS.makeOwnerTitle(name)} text={ACCOUNTS.makeOwnerText} onCancel={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <label htmlFor={field}>{ACCOUNTS.yourPassword}</label>
        <TextInput
          id={field}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          invalid={problem !== null}
          aria-describedby={`${field}problem`}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem(null);
          }}
        />
        <p id={`${field}problem`} className={styles.problem} role="alert">
          {problem}
        </p>
        <div className={styles.actions}>
          <Button onClick={onClose}>{ACCOUNTS.cancel}</Button>
          <Button look="primary" type="submit" unavailable={busy}>
            {ACCOUNTS.makeOwner}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
