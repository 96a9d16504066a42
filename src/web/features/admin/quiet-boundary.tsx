import { Component, type ReactNode } from 'react';

/** Leaves out what failed to load or to render; for what is only a help. */
export class QuietBoundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
