import { Link } from "react-router-dom";
import { commonMessages } from "../../shared/common-messages.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { PageMessage } from "../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../ui/icon/Icon.tsx";

/** Shown instead of a page or tab that the user may not see. */
export function ForbiddenMessage() {
  return <HomeLinkMessage icon="lock" text={translateMessage(commonMessages.forbidden)} />;
}

/** A page's only content: why there is nothing to see, and a link to the dashboard. */
export function HomeLinkMessage({ icon, text }: { icon: IconName; text: string }) {
  return (
    <PageMessage>
      <Icon name={icon} large />
      <h2>{text}</h2>
      <Link to="/">{t("Return to Dashboard")}</Link>
    </PageMessage>
  );
}
