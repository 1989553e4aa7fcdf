import { Link } from "react-router-dom";
import { messages } from "../../shared/messages.ts";
import { t, translateMessage } from "../lib/language.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { PageMessage } from "./Notice.ts";

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
