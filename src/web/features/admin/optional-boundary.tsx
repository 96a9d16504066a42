import { Component, type ReactNode } from 'react';

/** Renders nothing if its children fail to load or render; for optional parts. */
export class OptionalBoundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
