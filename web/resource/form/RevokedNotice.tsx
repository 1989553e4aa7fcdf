import { messages } from "../../../shared/messages.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import type { Revocation } from "./useRevocation.ts";

/** Shown in an open form when the permission to save it is revoked. */
export function RevokedNotice({ revocation: { revokedBy } }: { revocation: Revocation }) {
  return (
    <Callout
      urgent
      tone="bad"
      title={
        revokedBy
          ? t("{name} revoked your permission to save this, {time}", {
              name: translateName(revokedBy.by),
              time: formatIsoDateTime(revokedBy.at),
            })
          : t("Your permission to save this was revoked")
      }
    >
      <p>{translateMessage(messages.forbidden)}</p>
      <p>{t("You cannot save it. Your input stays here until you close the form, so that you can copy it.")}</p>
    </Callout>
  );
}
