import { Component, type ReactNode } from "react";
import { commonMessages } from "../../shared/common-messages.ts";
import { isPortalReady } from "../api/request.ts";
import { HomeLinkMessage } from "../domain/ForbiddenMessage.tsx";
import { useInterval } from "../hooks/useInterval.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { Page } from "../ui/layout/Page.tsx";

interface ErrorBoundaryProps {
  /** The key of the location. After a failure, a new key renders the children again. */
  resetKey: string;
  errorPage: ReactNode;
  children: ReactNode;
}

/** Shows an error page when a page throws or its code cannot be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.errorPage : this.props.children;
  }
}

/** For a page that failed while it rendered, or whose code could not be loaded. */
export function ErrorPage() {
  return (
    <Page title={t("Page not available")}>
      <EmptyState
        title={translateMessage(commonMessages["internal-error"])}
        text={t("The portal may be unreachable, or it may have been updated.")}
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            {t("Reload")}
          </Button>
        }
      />
    </Page>
  );
}

const reloadIntervalMs = 30_000;

/** The error page of a screen that nobody attends: reloads the page as soon as the portal can be reached. */
export function UnattendedErrorPage() {
  useInterval(() => void reloadIfReady(), reloadIntervalMs);
  return (
    <main>
      <ErrorPage />
    </main>
  );
}

async function reloadIfReady(): Promise<void> {
  if (await isPortalReady()) location.reload();
}

/** For an unknown address. */
export function NotFoundPage() {
  return (
    <Page title={t("Page not found")}>
      <HomeLinkMessage icon="search" text={t("We couldn't find the page you were looking for.")} />
    </Page>
  );
}
