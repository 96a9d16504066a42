import { useQuery } from '@tanstack/react-query';
import { ACCOUNTS } from '#shared/operate-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { endOtherSessions, endSession, fetchSessions, SESSIONS_KEY } from './account-calls.ts';
import styles from './accounts.module.css';
import { whenText } from './when-text.ts';

/** Lists the sessions of the signed-in account and offers to end each. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS_KEY, queryFn: fetchSessions });
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <SettingRow heading={ACCOUNTS.sessions} help={ACCOUNTS.sessionsHelp} entries={others.length}>
      {data === undefined ? (
        <LoadingOrError label={ACCOUNTS.sessionsFailed} error={error} retry={() => void refetch()} />
      ) : (
        <ul className={styles.list}>
          {data.map(({ id, browser, lastSeenAt, current }) => (
            <li key={id}>
              <div className={styles.who}>
                <strong>{browser}</strong>
                <span>{current ? ACCOUNTS.thisBrowser : ACCOUNTS.lastSeen(whenText(lastSeenAt))}</span>
              </div>
              {!current && (
                <div className={styles.actions}>
                  <Button
                    size="small"
                    aria-label={ACCOUNTS.endSessionOf(browser)}
                    onClick={() => void endSession(id, ACCOUNTS.sessionEnded)}
                  >
                    {ACCOUNTS.endSession}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button className={styles.below} onClick={() => void endOtherSessions(ACCOUNTS.othersEnded)}>
          {ACCOUNTS.endOthers}
        </Button>
      )}
    </SettingRow>
  );
}
