import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../../lib/class-names.ts';
import styles from './disclosure.module.css';

/** Renders content that is folded until its summary is pressed. `of` completes the summary for screen readers. */
export function Disclosure({
  summary,
  of,
  children,
  ...rest
}: {
  summary: string;
  of: string;
  children: ReactNode;
  'data-testid'?: string;
  'data-setup'?: string;
  /** Whether it begins unfolded. */
  open?: boolean;
}) {
  return (
    <details className={styles.disclosure} {...rest}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={classNames('ic-s', styles.mark)} />
        <span>
          {summary}
          <span className="sr"> {of}</span>
        </span>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}

/** Renders a row of the section that is folded until its heading is pressed, with its state in a sentence. `id` is its anchor. */
export function FoldedRow({
  id,
  heading,
  state,
  children,
}: {
  id: string;
  heading: string;
  state: string;
  children: ReactNode;
}) {
  return (
    <details id={id} className={styles.row}>
      <summary className={styles.head}>
        <span className={styles.words}>
          <h2>{heading}</h2>
          <span>{state}</span>
        </span>
        <ChevronRight aria-hidden className={classNames('ic-s', styles.mark)} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
