import { Component, type ReactNode } from "react";
import { ErrorPage } from "./ErrorPage.tsx";

interface ErrorBoundaryProps {
  /** Where this is; another place is tried anew. */
  resetKey: string;
  children: ReactNode;
}

/** Pages, or what stands in their place when one of them fails. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
