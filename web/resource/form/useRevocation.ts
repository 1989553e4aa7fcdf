import { useContext, useState } from "react";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { AnyResource, Verb } from "../../../shared/registry.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { PageRevokedContext, useSession } from "../../api/session.ts";

/** A revoked right; who revoked it, if known. */
export interface Revocation {
  revokedBy: Attribution | undefined;
}

/** Defined while the user lacks the permission. */
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
