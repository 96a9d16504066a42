import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './loading-or-error.module.css';

interface QueryState {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Renders a spinner while `query` loads; if it has failed, `label`, the error's message and a retry button. */
export const LoadingOrError = ({ label, query }: { label: string; query: QueryState }) => (
  <div className={styles.place}>
    {query.error === null ? (
      <Spinner />
    ) : (
      <>
        <p role="alert">
          {label} {query.error.message}
        </p>
        <Button onClick={() => void query.refetch()}>{text(panelFrame, 'tryAgain')}</Button>
      </>
    )}
  </div>
);

/** Renders a spinner with a text in place of a section that is not loaded yet. */
export const LoadingSection = ({ text: words }: { text: string }) => (
  <p role="status" className={styles.loading}>
    <Spinner />
    {words}
  </p>
);
