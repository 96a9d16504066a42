import { Component, type ReactNode } from 'react';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './session-screens.module.css';

/** Shows a section that failed to load or to render as such, with another try; the frame around it stays. */
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
