import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
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
import { Field } from '../../field.tsx';
import { MomentSentence } from '../../moment.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { transferOwnership } from './account-calls.ts';
import { AccountEntry } from './account-entry.tsx';
import styles from './accounts.module.css';
import { ownPasswordSchema } from './password-schemas.ts';

/** Asks for the owner's password before ownership is transferred to another account. */
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
        <div className={styles.actions}>
          <Button onClick={onClose}>{text(panelFrame, 'cancel')}</Button>
          <Button look="primary" type="submit" unavailable={isSubmitting}>
            {text(accountsSection, 'makeOwner')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const ACTIONS = ['sign-out', 'demote', 'remove'] as const;

function Member({ account, me }: { account: ListedAccount; me: Account }) {
  const { id, name, role, lastSignInAt } = account;
  const [handingOver, setHandingOver] = useState(false);
  const isOwn = id === me.id;
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
      actions={isOwn ? [] : ACTIONS}
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
