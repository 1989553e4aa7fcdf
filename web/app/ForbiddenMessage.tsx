import { Link } from "react-router-dom";
import { messages } from "../../shared/messages.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { PageMessage } from "../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../ui/icon/Icon.tsx";

/** In place of a page or tab its visitor may not see. */
export function ForbiddenMessage() {
  return <DeadEnd icon="lock" text={translateMessage(messages.forbidden)} />;
}

/** In place of a page that does not exist. */
export function NotFoundMessage() {
  return <DeadEnd icon="search" text={t("We couldn't find the page you were looking for.")} />;
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
