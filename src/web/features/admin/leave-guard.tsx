import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { saveBar } from '#messages/save-bar.ts';
import { text } from '#shared/messages/text.ts';
import { isSignOnEnded } from '../../lib/panel-client.ts';
import {
  currentUnsavedChanges,
  currentUnsavedInput,
  type UnsavedChanges,
  useCurrentUnsavedChanges,
} from '../../state/panel/unsaved.ts';
import { useUnloadGuard } from '../../state/unload-guard.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks whether unsaved changes may be discarded, after a running save has ended. Calls `onLeave` as soon as nothing is unsaved, which may
 * be without a question.
 */
export function LeaveConfirmation({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const unsaved = useCurrentUnsavedChanges();
  const nothingLeft = unsaved === null;
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (nothingLeft) leave();
  }, [nothingLeft]);
  if (unsaved === null || unsaved.isSaving) return null;
  return (
    <Dialog
      title={text(saveBar, 'leaveTitle')}
      text={text(saveBar, 'leaveText', { what: unsaved.description })}
      onCancel={onStay}
      actions={
        <>
          <Button onClick={unsaved.discard}>{text(saveBar, 'discard')}</Button>
          <Button look="primary" data-first-focus onClick={onStay}>
            {text(saveBar, 'keepEditing')}
          </Button>
        </>
      }
    />
  );
}

/**
 * Asks before navigation to another panel page, and before the page is reloaded or left, while there are unsaved changes. Does not ask if
 * the single sign-on has ended, because the reload that is then needed keeps the changes. Mounted once, inside the frame.
 */
export function LeaveGuard() {
  // With an ended single sign-on, a reload keeps the edits (state/panel/kept-draft.ts).
  useUnloadGuard(useCurrentUnsavedChanges() !== null, isSignOnEnded);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentUnsavedChanges() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return <LeaveConfirmation onStay={blocker.reset} onLeave={blocker.proceed} />;
}

/**
 * Returns `guard`, which runs an action that closes a small form. If something is typed in the form, runs the action only after the reader
 * agrees to discard it. Render `question`, the dialog that asks.
 */
export function useInputGuard(): { guard: (action: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ input: UnsavedChanges; action: () => void } | null>(null);
  const guard = (action: () => void) => {
    const input = currentUnsavedInput();
    if (input === null) action();
    else setAsked({ input, action });
  };
  const question = asked !== null && (
    <ConfirmDialog
      title={text(saveBar, 'dropTitle')}
      text={text(saveBar, 'dropText', { what: asked.input.description })}
      cancelLabel={text(saveBar, 'keepEditing')}
      confirmLabel={text(saveBar, 'discard')}
      onCancel={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null);
        asked.input.discard();
        asked.action();
      }}
    />
  );
  return { guard, question };
}
