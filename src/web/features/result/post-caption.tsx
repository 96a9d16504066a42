import { cutCaption } from '#shared/format/caption.ts';
import { RESULT_TEXT } from '#shared/result-messages.ts';
import { announce } from '../../state/announcer.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { Button } from '../../ui/button.tsx';
import styles from './post-caption.module.css';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(RESULT_TEXT.captionCopied, 'silent');
    announce(RESULT_TEXT.captionCopied, 'polite');
  } catch {
    notifyError(RESULT_TEXT.captionNotCopied);
  }
}

/** Renders the first 150 characters of the caption and a button that copies all of it; null for an empty caption. */
export function PostCaption({ caption }: { caption: string }) {
  if (caption.trim() === '') return null;
  return (
    <div>
      <p className={styles.text} dir="auto">
        {cutCaption(caption)}
      </p>
      <Button look="ghost" size="small" className={styles.copy} onClick={() => void copy(caption)}>
        {RESULT_TEXT.copyCaption}
      </Button>
    </div>
  );
}
