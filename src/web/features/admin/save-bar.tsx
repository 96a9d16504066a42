import { Check, CircleAlert, Users } from 'lucide-react';
import { type Ref, useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { saveBar } from '#messages/save-bar.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { conflictValues } from './conflict-values.ts';
import { MomentSentence } from './moment.tsx';
import styles from './save-bar.module.css';
import { useIsOwn } from './use-is-own.ts';
import { useUndoNotices } from './use-undo-notices.tsx';

/**
 * Renders both values of each setting in conflict, below who saved the other one: 'Mara changed the navbar today, 14:02.', or that it was
 * the same account in another window.
 */
function Conflict({ draft }: { draft: DraftFrame }) {
  const [noticedAt] = useState(() => new Date().toISOString());
  const values = conflictValues(draft);
  const what = listWithAnd(values.map(({ name }) => name));
  const by = draft.conflict?.by ?? null;
  const isOwn = useIsOwn()(by?.authorId);
  const author = by?.author ?? text(saveBar, 'someone');
  return (
    <div className={styles.words} data-testid="conflict">
      <Users aria-hidden className="ic-s" />
      <span role="alert">
        <MomentSentence at={by?.savedAt ?? noticedAt}>
          {(when) => text(saveBar, isOwn ? 'conflictOwn' : 'conflict', { author, what, when })}
        </MomentSentence>
      </span>
      <ul className={styles.values}>
        {values.map(({ name, theirs, mine }) => (
          <li key={name}>
            <span>{text(saveBar, isOwn ? 'valueThere' : 'valueTheirs', { name, value: theirs })}</span>
            <span>{text(saveBar, isOwn ? 'valueHere' : 'valueMine', { name, value: mine })}</span>
          </li>
        ))}
      </ul>
    </div>
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
  if (conflict !== null) return <Conflict draft={draft} />;
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

/** Calls `drop`, which drops edits and returns a function that makes them again, and shows a notice whose Undo calls that function. */
type Drop = (drop: () => () => void) => void;

/** Renders the two buttons of a conflict: load what was saved meanwhile or keep what is typed here. */
function ConflictChoice({ draft, onDrop }: { draft: DraftFrame; onDrop: Drop }) {
  const isOwn = useIsOwn()(draft.conflict?.by?.authorId);
  return (
    <>
      <Button look="ghost" className={styles.plain} onClick={() => onDrop(draft.takeTheirs)}>
        {text(saveBar, isOwn ? 'loadOther' : 'loadTheirs')}
      </Button>
      <Button look="ghost" className={styles.plain} onClick={draft.keepMine}>
        {text(saveBar, isOwn ? 'keepThis' : 'keepMine')}
      </Button>
    </>
  );
}

function SaveButtons({ draft, onSave, onDrop }: Pick<SaveBarProps, 'draft' | 'onSave'> & { onDrop: Drop }) {
  const { phase } = draft;
  const saving = phase.kind === 'saving';
  return (
    <>
      {phase.kind === 'failed' && phase.code === 'sign_on_ended' && (
        <Button look="ghost" className={styles.plain} onClick={() => location.reload()}>
          {text(panelFrame, 'reload')}
        </Button>
      )}
      <Button
        look="ghost"
        className={styles.plain}
        unavailable={saving}
        onClick={() => onDrop(draft.discard)}
      >
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

/** Returns whether the bar is shown: there are unsaved changes, a save is running, or its success is still reported. */
export const isBarShown = (draft: DraftFrame): boolean =>
  draft.changed.length > 0 || draft.phase.kind === 'saving' || isSaved(draft);

/**
 * Renders the floating bar that names the unsaved changes, with buttons to save, discard or resolve a conflict; null while `isBarShown` is
 * false.
 */
export function SaveBar({ ref, ...props }: SaveBarProps) {
  const { draft, failed, onSave } = props;
  const { phase, conflict } = draft;
  const saved = isSaved(draft);
  const raiseUndo = useUndoNotices();
  const onDrop: Drop = (drop) => raiseUndo(text(saveBar, 'discarded'), drop());
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
      {conflict !== null && <ConflictChoice draft={draft} onDrop={onDrop} />}
      {conflict === null && !saved && <SaveButtons draft={draft} onSave={onSave} onDrop={onDrop} />}
    </section>
  );
}
