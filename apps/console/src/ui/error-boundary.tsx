import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of the children after one of them has failed. */
  fallback: ReactNode;
  /** Another value shows the children again. */
  resetBy?: string;
  children: ReactNode;
}

/** Catches errors of drawing, also of parts that could not be loaded, as after an upgrade of the server. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate({ resetBy }: Props): void {
    if (this.state.hasFailed && resetBy !== this.props.resetBy) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
