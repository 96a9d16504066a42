import { type ComponentProps, useState } from 'react';
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
  /** Label of the button that cancels; `confirm` is the label of the other one. */
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

/** Renders a button whose action `run` is confirmed first: the dialog says `title` and `text`, and stays until the action has ended. */
export function ConfirmButton({
  title,
  text: body,
  confirm,
  hint,
  run,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  title: string;
  text: string;
  confirm: string;
  /** Tooltip of the button. */
  hint?: string | undefined;
  run: () => unknown;
}) {
  const [step, setStep] = useState<'closed' | 'asking' | 'running'>('closed');
  const start = async () => {
    const running = run();
    if (running instanceof Promise) {
      setStep('running');
      await running;
    }
    setStep('closed');
  };
  return (
    <>
      <Button {...button} title={hint} onClick={() => setStep('asking')} />
      {step !== 'closed' && (
        <ConfirmDialog
          title={title}
          text={body}
          confirm={confirm}
          busy={step === 'running'}
          onConfirm={() => void start()}
          onCancel={() => setStep('closed')}
        />
      )}
    </>
  );
}
