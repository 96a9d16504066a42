import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../../../lib/class-names.ts';
import panel from '../../panel-styles.module.css';
import styles from './disclosure.module.css';

/** Renders content that is folded until its summary is pressed. `subject` completes the summary for screen readers. */
export function Disclosure({
  summary,
  subject,
  children,
  ...rest
}: {
  summary: string;
  subject: string;
  children: ReactNode;
  'data-testid'?: string;
  'data-setup'?: string;
  open?: boolean;
}) {
  return (
    <details {...rest}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={classNames('ic-s', styles.mark)} />
        <span>
          {summary}
          <span className="sr"> {subject}</span>
        </span>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}

/** Renders a block that is folded until its head is pressed. */
export const Fold = ({
  head,
  children,
  className,
  ...rest
}: Omit<ComponentProps<'details'>, 'head'> & { head: ReactNode }) => (
  <details {...rest} className={className}>
    <summary className={styles.head}>
      {head}
      <ChevronRight aria-hidden className={classNames('ic-s', styles.mark)} />
    </summary>
    {children}
  </details>
);

/**
 * Renders a row of the section that is folded until its heading is pressed. `state` describes its state in a sentence beside the heading. A
 * link can lead to `id`.
 */
export const FoldedRow = ({
  id,
  heading,
  state,
  children,
}: {
  id: string;
  heading: string;
  state: string;
  children: ReactNode;
}) => (
  <Fold
    id={id}
    className={styles.row}
    head={
      <span className={styles.words}>
        <h2 className={panel.heading}>{heading}</h2>
        <span>{state}</span>
      </span>
    }
  >
    <div className={styles.body}>{children}</div>
  </Fold>
);
