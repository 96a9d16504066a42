import type { MouseEvent } from 'react';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import styles from './skip-link.module.css';

/** Renders the page's first tab stop, which skips the header and focuses the link field through `onSkip`. */
export function SkipLink({ fieldId, onSkip }: { fieldId: string; onSkip: () => void }) {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    onSkip();
  };
  return (
    <a className={styles.skip} href={`#${fieldId}`} data-first-stop onClick={skip}>
      {text(publicPage, 'skip')}
    </a>
  );
}
