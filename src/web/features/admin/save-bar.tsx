import { Check, CircleAlert } from 'lucide-react';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import type { SavePhase } from '../../state/panel/draft-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './save-bar.module.css';

interface SaveBarProps {
  /** What is changed, in words. */
  what: string;
  phase: SavePhase;
  dirty: boolean;
  /** A conflict has to be settled first. */
  blocked: boolean;
  /** The sentence of a save that failed. */
  failed: string | null;
  success: string;
  onDiscard: () => void;
  onSave: () => void;
}

function Words({
  what,
  phase,
  failed,
  success,
}: Pick<SaveBarProps, 'what' | 'phase' | 'failed' | 'success'>) {
  if (failed !== null)
    return (
      <p role="alert" className={styles.words}>
        <CircleAlert aria-hidden className="ic-s" />
        {failed}
      </p>
    );
  if (phase.kind === 'saved')
    return (
      <p role="status" className={styles.words}>
        <Check aria-hidden className="ic-s" />
        {success}
      </p>
    );
  return (
    <p className={styles.words}>
      <b>{SAVING.bar}</b> <span>{SAVING.changedIn(what)}</span>
    </p>
  );
}

/** The bar that floats while something is not saved, being saved or just saved; absent otherwise. */
export function SaveBar({ what, phase, dirty, blocked, failed, success, onDiscard, onSave }: SaveBarProps) {
  const saving = phase.kind === 'saving';
  const saved = phase.kind === 'saved';
  if (!dirty && !saving && !saved) return null;
  return (
    <section
      aria-label={SAVING.bar}
      className={classNames(styles.bar, failed !== null && styles.failed)}
      data-phase={phase.kind}
      data-testid="save-bar"
    >
      <Words what={what} phase={phase} failed={failed} success={success} />
      {!saved && (
        <>
          <Button look="ghost" className={styles.discard} unavailable={saving} onClick={onDiscard}>
            {SAVING.discard}
          </Button>
          <Button look="ghost" className={styles.save} unavailable={saving || blocked} onClick={onSave}>
            {saving && <Spinner />}
            {saving ? SAVING.saving : SAVING.save}
          </Button>
        </>
      )}
    </section>
  );
}
