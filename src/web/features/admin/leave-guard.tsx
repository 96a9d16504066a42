import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { currentUnsaved, useUnsaved } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Asks whether what is not saved may be lost; waits for a save under way, and asks nothing where all is saved. `onLeave` is
 * called once nothing is left to lose.
 */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const unsaved = useUnsaved();
  const nothingLeft = unsaved === null;
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    if (nothingLeft) leave.current();
  }, [nothingLeft]);
  if (unsaved === null || unsaved.saving) return null;
  return (
    <Dialog
      title={SAVING.leaveTitle}
      text={SAVING.leaveText(unsaved.what)}
      onCancel={onStay}
      actions={
        <>
          <Button onClick={unsaved.discard}>{SAVING.discard}</Button>
          <Button look="primary" data-first-focus onClick={onStay}>
            {SAVING.keepEditing}
          </Button>
        </>
      }
    />
  );
}

/** Stands between unsaved changes and another address of the panel. Mounted once, inside the frame. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentUnsaved() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />;
}
