import { useBlocker } from 'react-router';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { currentUnsaved } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks whether what is not saved may be lost. */
export function LeaveDialog({
  what,
  onStay,
  onLeave,
}: {
  what: string;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog
      title={SAVING.leaveTitle}
      text={SAVING.leaveText(what)}
      onCancel={onStay}
      actions={
        <>
          <Button onClick={onLeave}>{SAVING.discard}</Button>
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
  const unsaved = currentUnsaved();
  return (
    <LeaveDialog
      what={unsaved?.what ?? ''}
      onStay={blocker.reset}
      onLeave={() => {
        unsaved?.discard();
        blocker.proceed();
      }}
    />
  );
}
