import type { ReactNode } from 'react';
import styles from './folded-part.module.css';

/** Renders a link-like line that unfolds what follows it. */
export const FoldedPart = ({
  summary,
  testId,
  children,
}: Record<'summary' | 'testId', string> & { children: ReactNode }) => (
  <details className={styles.fold} data-testid={testId}>
    <summary className="tap">{summary}</summary>
    {children}
  </details>
);
