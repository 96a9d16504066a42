import { ACCOUNTS } from '#shared/operate-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';

/** Asks for confirmation of an action that cannot easily be undone. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  busy,
  onConfirm,
  onCancel,
}: {
  title: string;
  text: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog
      title={title}
      text={text}
      onCancel={onCancel}
      actions={
        <>
          <Button autoFocus onClick={onCancel}>
            {ACCOUNTS.cancel}
          </Button>
          <Button look="primary" unavailable={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
