import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './use-undo-notices.module.css';

/** Time an undo notice is shown. */
const UNDO_VISIBLE_MS = 6_000;

function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <span className={styles.notice}>
      <span className={styles.text}>{text}</span>
      <Button size="small" onClick={onUndo}>
        {LIST_EDITOR.undo}
      </Button>
    </span>
  );
}

/**
 * Returns a function that shows a toast with an Undo button for 6 s; `text` says what was done. The toasts are
 * removed when the section unmounts.
 */
export function useUndoNotices(): (text: string, undo: () => void) => void {
  const raised = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const id of raised.current) toast.dismiss(id);
    },
    [],
  );
  return (text, undo) => {
    const id = toast(
      ({ id: own }) => (
        <UndoNotice
          text={text}
          onUndo={() => {
            toast.dismiss(own);
            undo();
          }}
        />
      ),
      { duration: UNDO_VISIBLE_MS, ariaProps: { role: 'status', 'aria-live': 'polite' } },
    );
    raised.current.add(id);
  };
}
