import { useEffect } from 'react';
import { MESSAGES } from '#shared/messages.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { checkSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './session-screens.module.css';

/** While nobody knows yet who is there; the frame's outline joins in when it takes long. */
export function CheckingScreen() {
  useEffect(() => {
    document.title = SHELL.checking;
  }, []);
  return (
    <main className={styles.screen} aria-busy="true">
      <div className={styles.outline} aria-hidden="true">
        <div className={styles.side}>
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <i key={key} />
          ))}
        </div>
        <div className={styles.top} />
      </div>
      <p role="status" className={styles.checking}>
        <Spinner />
        {SHELL.checking}
      </p>
    </main>
  );
}

/** The server gave no answer to who is there. */
export function UnreachableScreen() {
  useEffect(() => {
    document.title = SHELL.unreachableTitle;
  }, []);
  return (
    <main className={styles.screen}>
      <div role="alert" className={styles.plain}>
        <h1>{SHELL.unreachableTitle}</h1>
        <p>{MESSAGES.networkFetch}</p>
        <Button look="primary" onClick={() => void checkSession()}>
          {SHELL.tryAgain}
        </Button>
      </div>
    </main>
  );
}

/** The panel itself has failed; only a new start helps. */
export const FaultScreen = () => (
  <main className={styles.screen}>
    <div role="alert" className={styles.plain}>
      <h1>{SHELL.faultTitle}</h1>
      <p>{SHELL.faultText}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {SHELL.reload}
      </Button>
    </div>
  </main>
);
