import { ACTIVITY } from '#shared/operate-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './ask-again.module.css';

/** In place of something that is being asked for: a spinner, or what went wrong with a way to ask again. */
export function AskAgain({ what, error, ask }: { what: string; error: Error | null; ask: () => void }) {
  return (
    <div className={styles.place}>
      {error === null ? (
        <Spinner />
      ) : (
        <>
          <p role="alert">
            {what} {error.message}
          </p>
          <Button onClick={ask}>{ACTIVITY.tryAgain}</Button>
        </>
      )}
    </div>
  );
}
