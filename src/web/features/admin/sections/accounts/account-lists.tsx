import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountsSection } from '#messages/accounts-section.ts';
import { panelFrame } from '#messages/panel-frame.ts';
import { passwordInput } from '#messages/password-input.ts';
import type { Account, ListedAccount } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Form } from '../../../../ui/form.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { ConfirmButton } from '../../confirm-dialog.tsx';
import { Field } from '../../field.tsx';
import { MomentSentence } from '../../moment.tsx';
import panel from '../../panel-styles.module.css';
import { SettingRow } from '../../setting-row.tsx';
import { changeRole, removeAccount, signOutEverywhere, transferOwnership } from './account-calls.ts';
import styles from './accounts.module.css';
import { ownPasswordSchema } from './password-schemas.ts';

type AccountAction = Pick<
  ComponentProps<typeof ConfirmButton>,
  'look' | 'title' | 'text' | 'confirmLabel' | 'run'
>;

/** Actions of the owner on an account, each with the texts of its confirmation. */
const ACTIONS = {
  approve: ({ id, name, email }) => ({
    confirmLabel: text(accountsSection, 'approve'),
    look: 'primary',
    title: text(accountsSection, 'approveTitle', { name }),
    text: text(accountsSection, 'approveText', { name, email }),
    run: () => changeRole(id, 'administrator', text(accountsSection, 'approved', { name })),
  }),
  decline: ({ id, name }) => ({
    confirmLabel: text(accountsSection, 'decline'),
    title: text(accountsSection, 'declineTitle', { name }),
    text: text(accountsSection, 'declineText'),
    run: () => removeAccount(id, text(accountsSection, 'declined', { name })),
  }),
  'sign-out': ({ id, name }) => ({
    confirmLabel: text(accountsSection, 'signOut'),
    title: text(accountsSection, 'signOutTitle', { name }),
    text: text(accountsSection, 'signOutText'),
    run: () => signOutEverywhere(id, text(accountsSection, 'signedOut', { name })),
  }),
  demote: ({ id, name }) => ({
    confirmLabel: text(accountsSection, 'demote'),
    title: text(accountsSection, 'demoteTitle', { name }),
    text: text(accountsSection, 'demoteText'),
    run: () => changeRole(id, 'waiting', text(accountsSection, 'demoted', { name })),
  }),
  remove: ({ id, name }) => ({
    confirmLabel: text(accountsSection, 'remove'),
    title: text(accountsSection, 'removeTitle', { name }),
    text: text(accountsSection, 'removeText'),
    run: () => removeAccount(id, text(accountsSection, 'removed', { name })),
  }),
} as const satisfies Record<string, (account: ListedAccount) => AccountAction>;

/** Renders the button of one of the owner's actions on an account. A dialog asks for a confirmation before the action runs. */
function ActionButton({ account, action: name }: { account: ListedAccount; action: keyof typeof ACTIONS }) {
  const action: AccountAction = ACTIONS[name](account);
  return (
    <ConfirmButton {...action} size="small" aria-label={`${action.confirmLabel}: ${account.name}`}>
      {action.confirmLabel}
    </ConfirmButton>
  );
}

/**
 * Renders an account: its name (marked as the reader's if `isOwn`), its email address and `note`, then `children` and a button for each of
 * `actions`.
 */
const AccountEntry = ({
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
    <div className={panel.actions}>
      {children}
      {actions.map((action) => (
        <ActionButton key={action} account={account} action={action} />
      ))}
    </div>
  </li>
);

const WAITING_ACTIONS = ['approve', 'decline'] as const;

/** Renders the accounts that wait for approval, with buttons to approve or decline each, or says that there are none. */
export function WaitingList({ accounts }: { accounts: readonly ListedAccount[] }) {
  return (
    <SettingRow
      heading={text(accountsSection, 'waiting')}
      help={accounts.length === 0 ? undefined : text(accountsSection, 'waitingHelp')}
      entryCount={accounts.length}
    >
      {accounts.length === 0 ? (
        <p className={panel.empty}>{text(accountsSection, 'waitingEmpty')}</p>
      ) : (
        <ul className={classNames(panel.lines, styles.list)}>
          {accounts.map((account) => (
            <AccountEntry
              key={account.id}
              account={account}
              note={
                <MomentSentence at={account.createdAt}>
                  {(when) => text(accountsSection, 'since', { when })}
                </MomentSentence>
              }
              actions={WAITING_ACTIONS}
            />
          ))}
        </ul>
      )}
    </SettingRow>
  );
}

/** Renders a dialog that transfers the ownership to the account `id` after the owner has entered the password. */
function TransferOwnershipDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(ownPasswordSchema), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const problem = errors.password?.message ?? null;
  const field = useId();
  const submit = form.handleSubmit(async ({ password }) => {
    const failure = await transferOwnership(id, password, text(accountsSection, 'handedOver', { name }));
    if (failure === null) onClose();
    else form.setError('password', { message: failure.detail }, { shouldFocus: true });
  });
  return (
    <Dialog
      title={text(accountsSection, 'makeOwnerTitle', { name })}
      text={text(accountsSection, 'makeOwnerText')}
      onCancel={onClose}
    >
      <Form className={classNames(styles.form, styles.asked)} busy={isSubmitting} onSubmit={submit}>
        <Field id={field} label={text(accountsSection, 'yourPassword')} problem={problem}>
          <PasswordInput
            id={field}
            toggleLabel={text(passwordInput, 'show')}
            autoComplete="current-password"
            autoFocus
            invalid={problem !== null}
            aria-describedby={`${field}problem`}
            {...form.register('password')}
          />
        </Field>
        <div className={classNames(panel.actions, styles.actions)}>
          <Button onClick={onClose}>{text(panelFrame, 'cancel')}</Button>
          <Button look="primary" type="submit" unavailable={isSubmitting}>
            {text(accountsSection, 'makeOwner')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const MEMBER_ACTIONS = ['sign-out', 'demote', 'remove'] as const;

function Member({ account, ownAccount }: { account: ListedAccount; ownAccount: Account }) {
  const { id, name, role, lastSignInAt } = account;
  const [handingOver, setHandingOver] = useState(false);
  const isOwn = id === ownAccount.id;
  const label = text(accountsSection, 'makeOwner');
  return (
    <AccountEntry
      account={account}
      isOwn={isOwn}
      note={
        <>
          {text(accountsSection, `roles.${role}`)} ·{' '}
          {lastSignInAt === null ? (
            text(accountsSection, 'neverSignedIn')
          ) : (
            <MomentSentence at={lastSignInAt}>
              {(when) => text(accountsSection, 'lastSignIn', { when })}
            </MomentSentence>
          )}
        </>
      }
      actions={isOwn ? [] : MEMBER_ACTIONS}
    >
      {!isOwn && (
        <Button size="small" aria-label={`${label}: ${name}`} onClick={() => setHandingOver(true)}>
          {label}
        </Button>
      )}
      {handingOver && <TransferOwnershipDialog id={id} name={name} onClose={() => setHandingOver(false)} />}
    </AccountEntry>
  );
}

/** Renders the owner and the administrators, with the actions that the owner can take on each other account. */
export function MemberList({
  accounts,
  ownAccount,
}: {
  accounts: readonly ListedAccount[];
  ownAccount: Account;
}) {
  return (
    <SettingRow heading={text(accountsSection, 'members')} entryCount={accounts.length}>
      <ul className={classNames(panel.lines, styles.list)}>
        {accounts.map((account) => (
          <Member key={account.id} account={account} ownAccount={ownAccount} />
        ))}
      </ul>
    </SettingRow>
  );
}
