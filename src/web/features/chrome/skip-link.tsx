import type { MouseEvent } from 'react';
import { PAGE } from '#shared/messages.ts';
import styles from './skip-link.module.css';

/** The first tab stop of the page: leads past the header into the link field. */
export function SkipLink({ fieldId }: { fieldId: string }) {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(fieldId)?.focus();
  };
  return (
    <a className={styles.skip} href={`#${fieldId}`} data-first-stop onClick={skip}>
      {PAGE.skip}
    </a>
  );
}
