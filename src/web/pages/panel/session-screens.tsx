import { useEffect } from 'react';
import { MESSAGES } from '#shared/messages.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { checkSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './session-screens.module.css';

/** Shown while the session is checked; an outline of the panel appears when it takes long. */
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

/** Shown when the session check gets no response; offers a retry. */
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

/** Shown when the panel itself has crashed; offers a reload. */
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
