import { useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import type { ListedAccount } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { MomentSentence } from '../../moment.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { removeAccount, setRole } from './account-calls.ts';
import styles from './accounts.module.css';

function WaitingAccount({ account: { id, name, email, createdAt } }: { account: ListedAccount }) {
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: Promise<unknown>) => {
    setBusy(true);
    await work;
    setBusy(false);
    setAsking(null);
  };
  return (
    <li>
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>{email}</span>
        <span>
          <MomentSentence at={createdAt}>{(when) => text(accountsSection, 'since', { when })}</MomentSentence>
        </span>
      </div>
      <div className={styles.actions}>
        <Button
          look="primary"
          unavailable={busy}
          aria-label={text(accountsSection, 'approveOf', { name })}
          onClick={() => setAsking('approve')}
        >
          {text(accountsSection, 'approve')}
        </Button>
        <Button
          unavailable={busy}
          aria-label={text(accountsSection, 'declineOf', { name })}
          onClick={() => setAsking('decline')}
        >
          {text(accountsSection, 'decline')}
        </Button>
      </div>
      {asking === 'approve' && (
        <ConfirmDialog
          title={text(accountsSection, 'approveTitle', { name })}
          text={text(accountsSection, 'approveText', { name, email })}
          cancel={text(accountsSection, 'cancel')}
          confirm={text(accountsSection, 'approve')}
          busy={busy}
          onConfirm={() =>
            void run(setRole(id, 'administrator', text(accountsSection, 'approved', { name })))
          }
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'decline' && (
        <ConfirmDialog
          title={text(accountsSection, 'declineTitle', { name })}
          text={text(accountsSection, 'declineText')}
          cancel={text(accountsSection, 'cancel')}
          confirm={text(accountsSection, 'decline')}
          busy={busy}
          onConfirm={() => void run(removeAccount(id, text(accountsSection, 'declined', { name })))}
          onCancel={() => setAsking(null)}
        />
      )}
    </li>
  );
}

/** Lists the accounts that wait for approval, or says that there are none. */
export function WaitingList({ accounts }: { accounts: readonly ListedAccount[] }) {
  return (
    <SettingRow
      heading={text(accountsSection, 'waiting')}
      help={accounts.length === 0 ? undefined : text(accountsSection, 'waitingHelp')}
      entries={accounts.length}
    >
      {accounts.length === 0 ? (
        <p className={styles.empty}>{text(accountsSection, 'waitingEmpty')}</p>
      ) : (
        <ul className={styles.list}>
          {accounts.map((account) => (
            <WaitingAccount key={account.id} account={account} />
          ))}
        </ul>
      )}
    </SettingRow>
  );
}
