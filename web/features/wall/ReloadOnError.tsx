import { Component, type ReactNode } from "react";

const reloadDelayMs = 30_000;

/** What is shown to a room; where it fails the page is loaded anew after a while, as nobody stands by who could. */
export class ReloadOnError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    setTimeout(() => location.reload(), reloadDelayMs);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
