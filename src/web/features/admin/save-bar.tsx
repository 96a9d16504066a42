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
 * Renders who saved the conflicting change, such as 'Mara changed the navbar today, 14:02.', or that the same account did in another
 * window; and below this, both values of each setting in conflict.
 */
function Conflict({ draft }: { draft: DraftFrame }) {
  const [noticedAt] = useState(() => new Date().toISOString());
  const values = conflictValues(draft);
  const changeNames = listWithAnd(values.map(({ name }) => name));
  const by = draft.conflict?.by ?? null;
  const isOwn = useIsOwn()(by?.authorId);
  const author = by?.author ?? text(saveBar, 'someone');
  return (
    <div className={styles.words} data-testid="conflict">
      <Users aria-hidden className="ic-s" />
      <span role="alert">
        <MomentSentence at={by?.savedAt ?? noticedAt}>
          {(when) => text(saveBar, isOwn ? 'conflictOwn' : 'conflict', { author, what: changeNames, when })}
        </MomentSentence>
      </span>
      <ul className={styles.values}>
        {values.map(({ name, savedText, formText }) => (
          <li key={name}>
            <span>{text(saveBar, isOwn ? 'valueThere' : 'valueTheirs', { name, value: savedText })}</span>
            <span>{text(saveBar, isOwn ? 'valueHere' : 'valueMine', { name, value: formText })}</span>
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
  /** Names of the changed settings, as a list in words. */
  changeNames: string;
  /** Message of a failed save; null otherwise. */
  failureText: string | null;
  successMessage: string;
  onSave: () => void;
}

function StatusText({
  draft,
  changeNames,
  failureText,
  successMessage,
}: Omit<SaveBarProps, 'ref' | 'onSave'>) {
  const { conflict, phase, changed } = draft;
  // Once the server has saved the draft, it has no changes, but "saving" is shown a little longer. So the last list of names is kept.
  const [named, setNamed] = useState(changeNames);
  if (changeNames !== '' && changeNames !== named) setNamed(changeNames);
  if (conflict !== null) return <Conflict draft={draft} />;
  if (failureText !== null)
    return (
      <p role="alert" className={styles.words}>
        <CircleAlert aria-hidden className="ic-s" />
        {failureText}
      </p>
    );
  if (phase.kind === 'saved' && changed.length === 0)
    return (
      <p role="status" className={styles.words}>
        <Check aria-hidden className="ic-s" />
        {successMessage}
      </p>
    );
  return (
    <p className={styles.words}>
      <b>{text(saveBar, 'bar')}</b> <span>{text(saveBar, 'changedIn', { what: named })}</span>
    </p>
  );
}

/**
 * Calls `drop`, which discards edits and returns a function that restores them. Shows a notice whose Undo button calls the returned
 * function.
 */
type Drop = (drop: () => () => void) => void;

/**
 * Renders the two buttons of a conflict. One loads the values that were saved meanwhile, the other keeps the values that are typed here.
 */
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

/**
 * Returns whether the bar is shown: while there are unsaved changes, while a save is running, or while the bar reports a successful save.
 */
export const isBarShown = (draft: DraftFrame): boolean =>
  draft.changed.length > 0 || draft.phase.kind === 'saving' || isSaved(draft);

/**
 * Renders the floating bar that names the unsaved changes, with buttons to save them, discard them or resolve a conflict; nothing while
 * `isBarShown` is false.
 */
export function SaveBar({ ref, ...props }: SaveBarProps) {
  const { draft, failureText, onSave } = props;
  const { phase, conflict } = draft;
  const saved = isSaved(draft);
  const raiseUndo = useUndoNotices();
  const onDrop: Drop = (drop) => raiseUndo(text(saveBar, 'discarded'), drop());
  if (!isBarShown(draft)) return null;
  return (
    <section
      ref={ref}
      aria-label={text(saveBar, 'bar')}
      className={classNames(styles.bar, failureText !== null && styles.failed)}
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
