import { Check, CircleAlert, Users } from 'lucide-react';
import { type Ref, useState } from 'react';
import { saveBar } from '#messages/save-bar.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import type { DraftConflict } from '../../state/panel/draft.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { MomentSentence } from './moment.tsx';
import styles from './save-bar.module.css';
import { useIsOwn } from './use-is-own.ts';

/** Renders 'Mara changed this today, 14:02.', or that it was the same account in another window. */
function ConflictSentence({ conflict: { by } }: { conflict: DraftConflict }) {
  const [noticedAt] = useState(() => new Date().toISOString());
  const isOwn = useIsOwn()(by?.authorId);
  const author = by?.author ?? text(saveBar, 'someone');
  return (
    <span>
      <MomentSentence at={by?.savedAt ?? noticedAt}>
        {(when) =>
          isOwn ? text(saveBar, 'conflictOwn', { when }) : text(saveBar, 'conflict', { author, when })
        }
      </MomentSentence>
    </span>
  );
}

interface SaveBarProps {
  /** Ref of the bar, which can be focused. */
  ref: Ref<HTMLElement>;
  draft: DraftFrame;
  /** Names of the changed settings, as text. */
  what: string;
  /** Message of a failed save; null otherwise. */
  failed: string | null;
  success: string;
  onSave: () => void;
}

function StatusText({ draft, what, failed, success }: Omit<SaveBarProps, 'ref' | 'onSave'>) {
  const { conflict, phase, changed } = draft;
  // The draft has no changes once the server has saved them, but "saving" is shown a little longer: retain its text.
  const [named, setNamed] = useState(what);
  if (what !== '' && what !== named) setNamed(what);
  if (conflict !== null)
    return (
      <p role="alert" className={styles.words} data-testid="conflict">
        <Users aria-hidden className="ic-s" />
        <ConflictSentence conflict={conflict} />
      </p>
    );
  if (failed !== null)
    return (
      <p role="alert" className={styles.words}>
        <CircleAlert aria-hidden className="ic-s" />
        {failed}
      </p>
    );
  if (phase.kind === 'saved' && changed.length === 0)
    return (
      <p role="status" className={styles.words}>
        <Check aria-hidden className="ic-s" />
        {success}
      </p>
    );
  return (
    <p className={styles.words}>
      <b>{text(saveBar, 'bar')}</b> <span>{text(saveBar, 'changedIn', { what: named })}</span>
    </p>
  );
}

/** Renders the two buttons of a conflict: load what was saved meanwhile or keep what is typed here. */
function ConflictChoice({ draft }: { draft: DraftFrame }) {
  const isOwn = useIsOwn()(draft.conflict?.by?.authorId);
  return (
    <>
      <Button look="ghost" className={styles.plain} onClick={draft.takeTheirs}>
        {text(saveBar, isOwn ? 'loadOther' : 'loadTheirs')}
      </Button>
      <Button look="ghost" className={styles.plain} onClick={draft.keepMine}>
        {text(saveBar, isOwn ? 'keepThis' : 'keepMine')}
      </Button>
    </>
  );
}

function SaveButtons({ draft, onSave }: Pick<SaveBarProps, 'draft' | 'onSave'>) {
  const saving = draft.phase.kind === 'saving';
  return (
    <>
      <Button look="ghost" className={styles.plain} unavailable={saving} onClick={draft.discard}>
        {text(saveBar, 'discard')}
      </Button>
      <Button look="ghost" className={styles.save} unavailable={saving} onClick={onSave}>
        {saving && <Spinner />}
        {saving ? text(saveBar, 'saving') : text(saveBar, 'save')}
      </Button>
    </>
  );
}

const isSaved = ({ phase, changed }: DraftFrame): boolean => phase.kind === 'saved' && changed.length === 0;

/** Returns whether the bar is shown: there are unsaved changes, a save is in progress, or one has just ended. */
export const isBarShown = (draft: DraftFrame): boolean =>
  draft.changed.length > 0 || draft.phase.kind === 'saving' || isSaved(draft);

/** Renders the floating bar of unsaved changes; null while `isBarShown` is false. */
export function SaveBar({ ref, ...props }: SaveBarProps) {
  const { draft, failed, onSave } = props;
  const { phase, conflict } = draft;
  const saved = isSaved(draft);
  if (!isBarShown(draft)) return null;
  return (
    <section
      ref={ref}
      aria-label={text(saveBar, 'bar')}
      className={classNames(styles.bar, failed !== null && styles.failed)}
      data-phase={phase.kind}
      tabIndex={-1}
      data-testid="save-bar"
    >
      <StatusText {...props} />
      {conflict !== null && <ConflictChoice draft={draft} />}
      {conflict === null && !saved && <SaveButtons draft={draft} onSave={onSave} />}
    </section>
  );
}
