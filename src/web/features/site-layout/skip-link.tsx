import type { MouseEvent } from 'react';
import { PAGE } from '#shared/messages.ts';
import styles from './skip-link.module.css';

/** The first tab stop of the page: leads past the header into the link field, by way of `onSkip`. */
export function SkipLink({ fieldId, onSkip }: { fieldId: string; onSkip: () => void }) {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    onSkip();
  };
  return (
    <a className={styles.skip} href={`#${fieldId}`} data-first-stop onClick={skip}>
      {PAGE.skip}
    </a>
  );
}
