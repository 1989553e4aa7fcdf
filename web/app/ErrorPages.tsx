import { Component, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { messages } from "../../shared/messages.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { PageMessage } from "../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../ui/icon/Icon.tsx";
import { Page } from "../ui/layout/Page.tsx";

interface ErrorBoundaryProps {
  /** The location; after a failure another one renders the pages again. */
  resetKey: string;
  children: ReactNode;
}

/** Shows an error page instead of a page that throws, or whose code cannot be loaded. */
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

function ErrorPage() {
  return (
    <main>
      <Page title={t("Page not available")}>
        <EmptyState
          title={translateMessage(messages["internal-error"])}
          text={t("The portal may be away, or newer than this window.")}
          action={
            <Button icon="refresh" onClick={() => location.reload()}>
              {t("Load again")}
            </Button>
          }
        />
      </Page>
    </main>
  );
}

/** For an unknown address. */
export function NotFoundPage() {
  return (
    <main>
      <Page title={t("Page not found")}>
        <DeadEnd icon="search" text={t("We couldn't find the page you were looking for.")} />
      </Page>
    </main>
  );
}

/** Instead of a page or tab that the user may not see. */
export function ForbiddenMessage() {
  return <DeadEnd icon="lock" text={translateMessage(messages.forbidden)} />;
}

function DeadEnd({ icon, text }: { icon: IconName; text: string }) {
  return (
    <PageMessage>
      <Icon name={icon} large />
      <h2>{text}</h2>
      <Link to="/">{t("Return to Dashboard")}</Link>
    </PageMessage>
  );
}
