import { type ReactNode, useId } from 'react';
import styles from './choice-list.module.css';

/** Renders a part of the result under a heading, with a hint beside the heading. */
export function ListSection({
  heading,
  hint,
  testId,
  children,
}: Record<'heading' | 'hint' | 'testId', string> & { children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <div className={styles.heading}>
        <h3 id={id}>{heading}</h3>
        <span className={styles.hint}>{hint}</span>
      </div>
      {children}
    </section>
  );
}
