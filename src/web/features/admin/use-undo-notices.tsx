import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { UNDO_NOTICE_MS } from '../../state/raise-toast.ts';
import { Button } from '../../ui/button.tsx';
import styles from './use-undo-notices.module.css';

function UndoNotice({ sentence, onUndo }: { sentence: string; onUndo: () => void }) {
  return (
    <span className={styles.notice}>
      <span className={styles.text}>{sentence}</span>
      <Button size="small" onClick={onUndo}>
        {text(listEditor, 'undo')}
      </Button>
    </span>
  );
}

/**
 * Returns a function that shows a toast with an Undo button for 6 s. `sentence` says what was done, `undo` is called by the button. The
 * toasts are removed when the component unmounts.
 */
export function useUndoNotices(): (sentence: string, undo: () => void) => void {
  const raised = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const id of raised.current) toast.dismiss(id);
    },
    [],
  );
  return (sentence, undo) => {
    const id = toast(
      ({ id: own }) => (
        <UndoNotice
          sentence={sentence}
          onUndo={() => {
            toast.dismiss(own);
            undo();
          }}
        />
      ),
      { duration: UNDO_NOTICE_MS, ariaProps: { role: 'status', 'aria-live': 'polite' } },
    );
    raised.current.add(id);
  };
}
