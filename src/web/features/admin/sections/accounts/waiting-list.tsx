import { useState } from 'react';
import type { ListedAccount } from '#shared/contract/account.ts';
import { ACCOUNTS } from '#shared/operate-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { dayText } from '../../time-text.ts';
import { removeAccount, setRole } from './account-calls.ts';
import styles from './accounts.module.css';

function WaitingAccount({ account: { id, name, email, createdAt } }: { account: ListedAccount }) {
  const [declining, setDeclining] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: Promise<unknown>) => {
    setBusy(true);
    await work;
    setBusy(false);
    setDeclining(false);
  };
  return (
    <li>
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>{email}</span>
        <span>{ACCOUNTS.since(dayText(createdAt))}</span>
      </div>
      <div className={styles.actions}>
        <Button
          look="primary"
          unavailable={busy}
          aria-label={`${ACCOUNTS.approve} ${name}`}
          onClick={() => void run(setRole(id, 'administrator', ACCOUNTS.approved(name)))}
        >
          {ACCOUNTS.approve}
        </Button>
        <Button
          unavailable={busy}
          aria-label={`${ACCOUNTS.decline} ${name}`}
          onClick={() => setDeclining(true)}
        >
          {ACCOUNTS.decline}
        </Button>
      </div>
      {declining && (
        <ConfirmDialog
          title={ACCOUNTS.declineTitle(name)}
          text={ACCOUNTS.declineText}
          cancel={ACCOUNTS.cancel}
          confirm={ACCOUNTS.decline}
          busy={busy}
          onConfirm={() => void run(removeAccount(id, ACCOUNTS.declined(name)))}
          onCancel={() => setDeclining(false)}
        />
      )}
    </li>
  );
}

/** Lists the accounts that wait for approval, or says that there are none. */
export function WaitingList({ accounts }: { accounts: readonly ListedAccount[] }) {
  return (
    <SettingRow heading={ACCOUNTS.waiting} help={ACCOUNTS.waitingHelp} entries={accounts.length}>
      {accounts.length === 0 ? (
        <p className={styles.empty}>{ACCOUNTS.waitingEmpty}</p>
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
