import { Component, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { saveBar } from '#messages/save-bar.ts';
import type { Account } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { SignInForm } from '../../features/auth/sign-in-screen.tsx';
import { useOnline } from '../../state/online.ts';
import { abandonSession, checkSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './panel-screens.module.css';

/** Screen that is shown while the session is checked. An outline of the panel appears if the check takes long. */
export function CheckingScreen() {
  useEffect(() => {
    document.title = text(panelFrame, 'checking');
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
        {text(panelFrame, 'checking')}
      </p>
    </main>
  );
}

/** Screen that is shown if the session check gets no response. A button repeats the check. */
export function UnreachableScreen() {
  useEffect(() => {
    document.title = text(panelFrame, 'unreachableTitle');
  }, []);
  return (
    <main className={styles.screen}>
      <div role="alert" className={styles.plain}>
        <h1>{text(panelFrame, 'unreachableTitle')}</h1>
        <p>{text(previewFlow, 'networkFetch')}</p>
        <Button look="primary" onClick={() => void checkSession()}>
          {text(panelFrame, 'tryAgain')}
        </Button>
      </div>
    </main>
  );
}

/** Screen that is shown if the panel itself has crashed. A button reloads the page. */
export const FaultScreen = () => (
  <main className={styles.screen}>
    <div role="alert" className={styles.plain}>
      <h1>{text(panelFrame, 'faultTitle')}</h1>
      <p>{text(panelFrame, 'faultText')}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {text(panelFrame, 'reload')}
      </Button>
    </div>
  </main>
);

/**
 * Error in place of a section that failed to load or render. Calls `retry` when its button is pressed, and when the browser is online
 * again.
 */
function FailedSection({ retry }: { retry: () => void }) {
  const online = useOnline();
  const wasOffline = useRef(!online);
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (online && wasOffline.current) retryNow();
    wasOffline.current = !online;
  }, [online]);
  return (
    <div role="alert" className={styles.plain}>
      <p>{text(panelFrame, online ? 'sectionFailed' : 'sectionOffline')}</p>
      {online && <Button onClick={retry}>{text(panelFrame, 'tryAgain')}</Button>}
    </div>
  );
}

/** Error boundary of a section: shows an error when the section fails to load or render. */
export class SectionBoundary extends Component<{ children: ReactNode; onRetry: () => void }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FailedSection
        retry={() => {
          this.props.onRetry();
          this.setState({ failed: false });
        }}
      />
    );
  }
}

/**
 * Sign-in dialog over a section with unsaved changes after the session has expired. Signing in keeps the changes. After a refused sign-in,
 * the session is checked, because the account may have been removed meanwhile.
 */
export const SessionExpiredDialog = ({ account }: { account: Account }) => (
  <Dialog title={text(saveBar, 'expiredTitle')} text={text(saveBar, 'expiredText')}>
    <div className={styles.form}>
      <SignInForm email={account.email} onRefused={() => void checkSession()} />
      <Button look="ghost" className={styles.leave} onClick={abandonSession}>
        {text(saveBar, 'expiredLeave')}
      </Button>
    </div>
  </Dialog>
);
