import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import { passwordInput } from '#messages/password-input.ts';
import type { Account, ListedAccount } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { MomentSentence } from '../../moment.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { removeAccount, setRole, signOutEverywhere, transferOwnership } from './account-calls.ts';
import styles from './accounts.module.css';

/** Asks for the owner's password before ownership is transferred to another account. */
function TransferOwnershipDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useId();
  const showProblem = (sentence: string) => {
    setProblem(sentence);
    document.getElementById(field)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return showProblem(text(accountsSection, 'yourPasswordRequired'));
    setBusy(true);
    const failure = await transferOwnership(id, password, text(accountsSection, 'handedOver', { name }));
    setBusy(false);
    if (failure === null) onClose();
    else showProblem(failure.detail);
  };
  return (
    <Dialog
      title={text(accountsSection, 'makeOwnerTitle', { name })}
      text={text(accountsSection, 'makeOwnerText')}
      onCancel={onClose}
    >
      <form
        className={classNames(styles.form, styles.asked)}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <label htmlFor={field}>{text(accountsSection, 'yourPassword')}</label>
        <PasswordInput
          id={field}
          toggleLabel={text(passwordInput, 'show')}
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
          <Button onClick={onClose}>{text(accountsSection, 'cancel')}</Button>
          <Button look="primary" type="submit" unavailable={busy}>
            {text(accountsSection, 'makeOwner')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type DialogKind = 'sign-out' | 'demote' | 'remove' | 'hand-over';

type Confirmed = Exclude<DialogKind, 'hand-over'>;

interface AccountAction {
  readonly title: (name: string) => string;
  readonly text: string;
  readonly confirm: string;
  readonly run: (account: ListedAccount) => Promise<unknown>;
}

/** The owner's actions on an account, each with its confirmation dialog. */
const ACTIONS: Readonly<Record<Confirmed, AccountAction>> = {
  'sign-out': {
    title: (name) => text(accountsSection, 'signOutTitle', { name }),
    text: text(accountsSection, 'signOutText'),
    confirm: text(accountsSection, 'signOut'),
    run: ({ id, name }) => signOutEverywhere(id, text(accountsSection, 'signedOut', { name })),
  },
  demote: {
    title: (name) => text(accountsSection, 'demoteTitle', { name }),
    text: text(accountsSection, 'demoteText'),
    confirm: text(accountsSection, 'demote'),
    run: ({ id, name }) => setRole(id, 'waiting', text(accountsSection, 'demoted', { name })),
  },
  remove: {
    title: (name) => text(accountsSection, 'removeTitle', { name }),
    text: text(accountsSection, 'removeText'),
    confirm: text(accountsSection, 'remove'),
    run: ({ id, name }) => removeAccount(id, text(accountsSection, 'removed', { name })),
  },
};

function AccountActions({ account }: { account: ListedAccount }) {
  const { id, name } = account;
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => setDialog(null);
  const run = async (work: Promise<unknown>) => {
    setBusy(true);
    await work;
    setBusy(false);
    close();
  };
  const choice = (kind: DialogKind, label: string): ReactNode => (
    <Button size="small" aria-label={`${label}: ${name}`} onClick={() => setDialog(kind)}>
      {label}
    </Button>
  );
  const action = dialog === null || dialog === 'hand-over' ? null : ACTIONS[dialog];
  return (
    <div className={styles.actions}>
      {choice('hand-over', text(accountsSection, 'makeOwner'))}
      {choice('sign-out', text(accountsSection, 'signOut'))}
      {choice('demote', text(accountsSection, 'demote'))}
      {choice('remove', text(accountsSection, 'remove'))}
      {action !== null && (
        <ConfirmDialog
          title={action.title(name)}
          text={action.text}
          cancel={text(accountsSection, 'cancel')}
          confirm={action.confirm}
          busy={busy}
          onConfirm={() => void run(action.run(account))}
          onCancel={close}
        />
      )}
      {dialog === 'hand-over' && <TransferOwnershipDialog id={id} name={name} onClose={close} />}
    </div>
  );
}

function Member({ account, me }: { account: ListedAccount; me: Account }) {
  const { id, name, email, role, lastSignInAt } = account;
  return (
    <li>
      <div className={styles.who}>
        <strong>
          {name}
          {id === me.id && <span className={styles.you}> ({text(accountsSection, 'you')})</span>}
        </strong>
        <span>{email}</span>
        <span>
          {text(accountsSection, `roles.${role}`)} ·{' '}
          {lastSignInAt === null ? (
            text(accountsSection, 'neverSignedIn')
          ) : (
            <MomentSentence at={lastSignInAt}>
              {(when) => text(accountsSection, 'lastSignIn', { when })}
            </MomentSentence>
          )}
        </span>
      </div>
      {id !== me.id && <AccountActions account={account} />}
    </li>
  );
}

/** Lists the owner and the administrators, with the actions the owner can take. */
export function MemberList({ accounts, me }: { accounts: readonly ListedAccount[]; me: Account }) {
  return (
    <SettingRow heading={text(accountsSection, 'members')} entries={accounts.length}>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <Member key={account.id} account={account} me={me} />
        ))}
      </ul>
    </SettingRow>
  );
}
