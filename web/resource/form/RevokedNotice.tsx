import { messages } from "../../../shared/messages.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import type { Revocation } from "./useRevocation.ts";

/** Shown in a form when the right to save it was revoked while it was open. */
export function RevokedNotice({ revocation: { revokedBy } }: { revocation: Revocation }) {
  return (
    <Callout
      urgent
      tone="bad"
      title={
        revokedBy
          ? t("{name} withdrew your right to save this, {time}", {
              name: translateName(revokedBy.by),
              time: formatIsoDateTime(revokedBy.at),
            })
          : t("Your right to save this was withdrawn")
      }
    >
      <p>{translateMessage(messages.forbidden)}</p>
      <p>{t("It cannot be saved. What you typed stays here to be read and copied until you close it.")}</p>
    </Callout>
  );
}
