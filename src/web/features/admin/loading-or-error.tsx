import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './loading-or-error.module.css';

/** Renders a spinner while `error` is null; otherwise `label`, the error's message and a retry button. */
export function LoadingOrError({
  label,
  error,
  retry,
}: {
  label: string;
  error: Error | null;
  retry: () => void;
}) {
  return (
    <div className={styles.place}>
      {error === null ? (
        <Spinner />
      ) : (
        <>
          <p role="alert">
            {label} {error.message}
          </p>
          <Button onClick={retry}>{text(panelFrame, 'tryAgain')}</Button>
        </>
      )}
    </div>
  );
}

/** Renders a spinner with a text in place of a section that is not loaded yet. */
export const LoadingSection = ({ text: words }: { text: string }) => (
  <p role="status" className={styles.loading}>
    <Spinner />
    {words}
  </p>
);
