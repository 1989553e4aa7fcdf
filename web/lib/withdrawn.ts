import { useContext, useState } from "react";
import { canDo } from "../../shared/can-do.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Hand } from "../../shared/wire.ts";
import { PageWithdrawn } from "./pageWithdrawn.ts";
import { useSession } from "./session.ts";

/** A right that went while it was in use: who took it, where that is known. */
export interface Withdrawal {
  hand: Hand | undefined;
}

/** Set as long as the person may not do this, with whoever had it withdrawn; it goes when the right comes back. */
export function useWithdrawal(resource: AnyResource, verb: Verb): Withdrawal | undefined {
  const session = useSession();
  const pageGone = useContext(PageWithdrawn);
  const [withdrawal, setWithdrawal] = useState<Withdrawal>();
  const may =
    session !== undefined &&
    !pageGone &&
    canDo(session, { resource, verb: "list" }) &&
    canDo(session, { resource, verb });
  // Later changes of other rights are other people's doing.
  if (may && withdrawal) setWithdrawal(undefined);
  if (!may && !withdrawal) setWithdrawal({ hand: session?.changed });
  return may ? undefined : withdrawal;
}
