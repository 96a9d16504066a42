import { accountsSection } from '#messages/accounts-section.ts';
import type { ListedAccount } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { MomentSentence } from '../../moment.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { AccountEntry } from './account-entry.tsx';
import styles from './accounts.module.css';

const ACTIONS = ['approve', 'decline'] as const;

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
            <AccountEntry
              key={account.id}
              account={account}
              note={
                <MomentSentence at={account.createdAt}>
                  {(when) => text(accountsSection, 'since', { when })}
                </MomentSentence>
              }
              actions={ACTIONS}
            />
          ))}
        </ul>
      )}
    </SettingRow>
  );
}
