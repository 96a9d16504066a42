import { type ReactNode, useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import type { ListedAccount } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { Button, type ButtonLook } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { changeRole, removeAccount, signOutEverywhere } from './account-calls.ts';
import styles from './accounts.module.css';

interface AccountAction {
  readonly label: string;
  readonly look?: ButtonLook;
  readonly title: string;
  readonly text: string;
  readonly run: () => Promise<unknown>;
}

/** The owner's actions on an account, each with what its confirmation says. */
const ACTIONS = {
  approve: ({ id, name, email }) => ({
    label: text(accountsSection, 'approve'),
    look: 'primary',
    title: text(accountsSection, 'approveTitle', { name }),
    text: text(accountsSection, 'approveText', { name, email }),
    run: () => changeRole(id, 'administrator', text(accountsSection, 'approved', { name })),
  }),
  decline: ({ id, name }) => ({
    label: text(accountsSection, 'decline'),
    title: text(accountsSection, 'declineTitle', { name }),
    text: text(accountsSection, 'declineText'),
    run: () => removeAccount(id, text(accountsSection, 'declined', { name })),
  }),
  'sign-out': ({ id, name }) => ({
    label: text(accountsSection, 'signOut'),
    title: text(accountsSection, 'signOutTitle', { name }),
    text: text(accountsSection, 'signOutText'),
    run: () => signOutEverywhere(id, text(accountsSection, 'signedOut', { name })),
  }),
  demote: ({ id, name }) => ({
    label: text(accountsSection, 'demote'),
    title: text(accountsSection, 'demoteTitle', { name }),
    text: text(accountsSection, 'demoteText'),
    run: () => changeRole(id, 'waiting', text(accountsSection, 'demoted', { name })),
  }),
  remove: ({ id, name }) => ({
    label: text(accountsSection, 'remove'),
    title: text(accountsSection, 'removeTitle', { name }),
    text: text(accountsSection, 'removeText'),
    run: () => removeAccount(id, text(accountsSection, 'removed', { name })),
  }),
} as const satisfies Record<string, (account: ListedAccount) => AccountAction>;

/** Renders a button of the owner's on an account, which a confirmation follows. */
function ActionButton({ account, action: name }: { account: ListedAccount; action: keyof typeof ACTIONS }) {
  const action: AccountAction = ACTIONS[name](account);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await action.run();
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        look={action.look ?? 'secondary'}
        aria-label={`${action.label}: ${account.name}`}
        onClick={() => setAsking(true)}
      >
        {action.label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={action.title}
          text={action.text}
          confirm={action.label}
          busy={busy}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Renders an account: its name, email address and `note`, then `children` and a button for each of `actions`. */
export const AccountEntry = ({
  account,
  isOwn = false,
  note,
  actions,
  children,
}: {
  account: ListedAccount;
  isOwn?: boolean;
  note: ReactNode;
  actions: readonly (keyof typeof ACTIONS)[];
  children?: ReactNode;
}) => (
  <li>
    <div className={styles.who}>
      <strong>
        {account.name}
        {isOwn && <span className={styles.you}> ({text(accountsSection, 'you')})</span>}
      </strong>
      <span>{account.email}</span>
      <span>{note}</span>
    </div>
    <div className={styles.actions}>
      {children}
      {actions.map((action) => (
        <ActionButton key={action} account={account} action={action} />
      ))}
    </div>
  </li>
);
