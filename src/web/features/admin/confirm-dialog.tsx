import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for confirmation of an action that cannot easily be undone; Cancel has the focus first. */
export function ConfirmDialog({
  title,
  text: body,
  cancel = text(panelFrame, 'cancel'),
  confirm,
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  text: string;
  /** Labels of the two buttons. */
  cancel?: string;
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog
      title={title}
      text={body}
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
