import { Component, type ReactNode } from "react";
import { Broken } from "./Broken.tsx";

interface FallibleProps {
  /** Where this is; another place is tried anew. */
  at: string;
  children: ReactNode;
}

/** Pages, or what stands in their place when one of them fails. */
export class Fallible extends Component<FallibleProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: FallibleProps) {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
