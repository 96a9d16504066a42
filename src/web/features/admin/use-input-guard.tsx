import { type ReactNode, useState } from 'react';
import { saveBar } from '#messages/save-bar.ts';
import { text } from '#shared/messages/text.ts';
import { currentInput, type Unsaved } from '../../state/panel/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Returns `guard`, which runs an action that closes a small form; if something is typed there, only after the reader agrees to discard it.
 * Render `question`, the dialog that asks.
 */
export function useInputGuard(): { guard: (action: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ input: Unsaved; action: () => void } | null>(null);
  const guard = (action: () => void) => {
    const input = currentInput();
    if (input === null) action();
    else setAsked({ input, action });
  };
  const question = asked !== null && (
    <ConfirmDialog
      title={text(saveBar, 'dropTitle')}
      text={text(saveBar, 'dropText', { what: asked.input.what })}
      cancel={text(saveBar, 'keepEditing')}
      confirm={text(saveBar, 'discard')}
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
