import { useContext, useState } from "react";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { AnyResource, Verb } from "../../../shared/registry.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { PageRevokedContext } from "../../api/pageRevoked.ts";
import { useSession } from "../../api/session.ts";

/** A revoked right; who revoked it, if known. */
export interface Revocation {
  revokedBy: Attribution | undefined;
}

/** Set while the user lacks the right; removed when the right is granted again. */
export function useRevocation(resource: AnyResource, verb: Verb): Revocation | undefined {
  const session = useSession();
  const pageGone = useContext(PageRevokedContext);
  const [withdrawal, setWithdrawal] = useState<Revocation>();
  const may =
    session !== undefined &&
    !pageGone &&
    canAccess(session, { resource, verb: "list" }) &&
    canAccess(session, { resource, verb });
  // Only the change that revoked the right is named, not later ones.
  if (may && withdrawal) setWithdrawal(undefined);
  if (!may && !withdrawal) setWithdrawal({ revokedBy: session?.changed });
  return may ? undefined : withdrawal;
}
