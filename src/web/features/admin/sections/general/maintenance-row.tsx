import { type ReactNode, useState } from 'react';
import { generalSection } from '#messages/general-section.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftFields } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import styles from './maintenance-row.module.css';

const HEADING_ID = 'maintenance-heading';

/** Returns the sentence that says what visitors see now, or after the next save if `isOn` differs from the saved state (`isSavedOn`). */
function stateText(isOn: boolean, isSavedOn: boolean): string {
  if (isOn) return isSavedOn ? text(generalSection, 'activeText') : text(generalSection, 'activeSoon');
  return isSavedOn ? text(generalSection, 'inactiveSoon') : text(generalSection, 'inactiveText');
}

/** Renders the whole notice in a dialog over the panel. The buttons of the notice do nothing. */
const NoticePreview = ({ notice, onClose }: { notice: ReactNode; onClose: () => void }) => (
  <Dialog
    title={text(generalSection, 'previewTitle')}
    className={styles.preview}
    onCancel={onClose}
    actions={
      <Button data-first-focus onClick={onClose}>
        {text(generalSection, 'closePreview')}
      </Button>
    }
  >
    <div inert className={styles.stage} data-testid="notice-preview">
      {notice}
    </div>
  </Dialog>
);

/**
 * Renders the maintenance switch with a description of its effect, and a button that shows the notice. Switching it on needs a
 * confirmation, unless maintenance is on in the saved settings.
 */
export function MaintenanceRow({
  draft,
  notice,
}: {
  draft: DraftFields<'maintenance'>;
  /** The notice that visitors see, for its preview. */
  notice: ReactNode;
}) {
  const [open, setOpen] = useState<'confirm' | 'notice' | null>(null);
  const on = draft.values.maintenance;
  return (
    <SettingRow
      heading={text(generalSection, 'maintenance')}
      help={text(generalSection, 'maintenanceHelp')}
      headingId={HEADING_ID}
    >
      <div id="maintenance">
        <SwitchCard
          name={text(generalSection, on ? 'active' : 'inactive')}
          state={stateText(on, draft.saved.maintenance)}
          checked={on}
          labelledBy={HEADING_ID}
          className={on ? styles.on : undefined}
          onChange={(wanted) => {
            if (wanted && !draft.saved.maintenance) setOpen('confirm');
            else draft.edit({ maintenance: wanted });
          }}
        />
      </div>
      <Button look="ghost" size="small" className={styles.notice} onClick={() => setOpen('notice')}>
        {text(generalSection, 'previewNotice')}
      </Button>
      {open === 'notice' && <NoticePreview notice={notice} onClose={() => setOpen(null)} />}
      {open === 'confirm' && (
        <ConfirmDialog
          title={text(generalSection, 'confirmTitle')}
          text={text(generalSection, 'confirmText')}
          confirmLabel={text(generalSection, 'confirm')}
          onConfirm={() => {
            setOpen(null);
            draft.edit({ maintenance: true });
          }}
          onCancel={() => setOpen(null)}
        />
      )}
    </SettingRow>
  );
}
