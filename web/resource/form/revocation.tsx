import { useContext, useState } from "react";
import { commonMessages } from "../../../shared/common-messages.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { AnyResource, Verb } from "../../../shared/registry.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { PageRevokedContext, useSession } from "../../api/session.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";

/** A revoked right; who revoked it, if known. */
interface Revocation {
  revokedBy: Attribution | undefined;
}

/** The revocation of the right to this verb of the resource; undefined while the user has the right. */
export function useRevocation(resource: AnyResource, verb: Verb): Revocation | undefined {
  const session = useSession();
  const isPageRevoked = useContext(PageRevokedContext);
  const [revocation, setRevocation] = useState<Revocation>();
  const isAllowed =
    session !== undefined &&
    !isPageRevoked &&
    canAccess(session, { resource, verb: "list" }) &&
    canAccess(session, { resource, verb });
  // Only the change that revoked the right is named, not later ones.
  if (isAllowed && revocation) setRevocation(undefined);
  if (!isAllowed && !revocation) setRevocation({ revokedBy: session?.changed });
  return isAllowed ? undefined : revocation;
}

/** Shown in an open form when the permission to save it is revoked. */
export function RevokedNotice({ revocation: { revokedBy } }: { revocation: Revocation }) {
  return (
    <Callout
      urgent
      sticky
      tone="bad"
      title={
        revokedBy
          ? t("{name} revoked your permission to save this, {time}", {
              name: translateName(revokedBy.by),
              time: formatTimestamp(revokedBy.at),
            })
          : t("Your permission to save this was revoked")
      }
    >
      <p>{translateMessage(commonMessages.forbidden)}</p>
      <p>{t("You cannot save it. Your input stays here until you close the form, so that you can copy it.")}</p>
    </Callout>
  );
}
