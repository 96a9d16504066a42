import { type ComponentProps, useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Renders a dialog that asks to confirm an action; Cancel has the focus first. While `busy`, the action cannot be confirmed. */
export function ConfirmDialog({
  title,
  text: body,
  cancelLabel = text(panelFrame, 'cancel'),
  confirmLabel,
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  text: string;
  /** Label of the button that cancels. `confirmLabel` is the label of the button that confirms. */
  cancelLabel?: string;
  confirmLabel: string;
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
            {cancelLabel}
          </Button>
          <Button look="primary" unavailable={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

/**
 * Renders a button that runs `run` after a confirmation. The dialog shows `title` and `text`, and stays open until the promise of `run`, if
 * there is one, has settled.
 */
export function ConfirmButton({
  title,
  text: body,
  confirmLabel,
  hint,
  run,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  title: string;
  text: string;
  confirmLabel: string;
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
          confirmLabel={confirmLabel}
          busy={step === 'running'}
          onConfirm={() => void start()}
          onCancel={() => setStep('closed')}
        />
      )}
    </>
  );
}
