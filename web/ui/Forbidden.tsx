import { Link } from "react-router-dom";
import { messages } from "../../shared/messages.ts";
import { say, sayMessage } from "../lib/language.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { Notice } from "./Notice.ts";

/** In place of a page or tab its visitor may not see. */
export function Forbidden() {
  return <NoPage icon="lock" text={sayMessage(messages.forbidden)} />;
}

/** In place of a page that does not exist. */
export function NotFound() {
  return <NoPage icon="search" text={say("We couldn't find the page you were looking for.")} />;
}

function NoPage({ icon, text }: { icon: IconName; text: string }) {
  return (
    <Notice>
      <Icon name={icon} large />
      <h2>{text}</h2>
      <Link to="/">{say("Return to Dashboard")}</Link>
    </Notice>
  );
}
