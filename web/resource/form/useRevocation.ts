import { useContext, useState } from "react";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { AnyResource, Verb } from "../../../shared/registry.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { PageRevokedContext } from "../../api/pageRevoked.ts";
import { useSession } from "../../api/session.ts";

/** A right that went while it was in use: who took it, where that is known. */
export interface Revocation {
  revokedBy: Attribution | undefined;
}

/** Set as long as the person may not do this, with whoever had it withdrawn; it goes when the right comes back. */
export function useRevocation(resource: AnyResource, verb: Verb): Revocation | undefined {
  const session = useSession();
  const pageGone = useContext(PageRevokedContext);
  const [withdrawal, setWithdrawal] = useState<Revocation>();
  const may =
    session !== undefined &&
    !pageGone &&
    canAccess(session, { resource, verb: "list" }) &&
    canAccess(session, { resource, verb });
  // Later changes of other rights are other people's doing.
  if (may && withdrawal) setWithdrawal(undefined);
  if (!may && !withdrawal) setWithdrawal({ revokedBy: session?.changed });
  return may ? undefined : withdrawal;
}
