import { Component, type ReactNode } from 'react';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './session-screens.module.css';

/** Error boundary of a section: shows an error with a retry button when the section fails to load or render. */
export class SectionBoundary extends Component<{ children: ReactNode; onRetry: () => void }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className={styles.plain}>
        <p>{SHELL.sectionFailed}</p>
        <Button
          onClick={() => {
            this.props.onRetry();
            this.setState({ failed: false });
          }}
        >
          {SHELL.tryAgain}
        </Button>
      </div>
    );
  }
}
