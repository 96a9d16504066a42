import { Users } from 'lucide-react';
import { SAVING } from '#shared/panel-shell-messages.ts';
import type { DraftConflict } from '../../state/panel/draft.ts';
import { Button } from '../../ui/button.tsx';
import styles from './conflict-notice.module.css';

const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** Says who else changed what is changed here, and asks whose stands. */
export function ConflictNotice({
  conflict,
  onTakeTheirs,
  onKeepMine,
}: {
  conflict: DraftConflict;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}) {
  const { by } = conflict;
  const time = CLOCK.format(by === null ? new Date() : new Date(by.savedAt));
  return (
    <div role="alert" className={styles.notice} data-testid="conflict">
      <Users aria-hidden className="ic" />
      <p>{SAVING.conflict(by?.author ?? SAVING.someone, time)}</p>
      <div className={styles.choices}>
        <Button size="small" onClick={onTakeTheirs}>
          {SAVING.loadTheirs}
        </Button>
        <Button size="small" onClick={onKeepMine}>
          {SAVING.keepMine}
        </Button>
      </div>
    </div>
  );
}
