import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for confirmation of an action that cannot easily be undone; Cancel has the focus first. */
export function ConfirmDialog({
  title,
  text,
  cancel,
  confirm,
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  text: string;
  /** Labels of the two buttons. */
  cancel: string;
  confirm: string;
  busy?: boolean;
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
          <Button data-first-focus onClick={onCancel}>
            {cancel}
          </Button>
          <Button look="primary" unavailable={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
