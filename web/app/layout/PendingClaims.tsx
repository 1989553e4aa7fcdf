import { canAccess } from "../../../shared/domain/resource-access.ts";
import { declineClaim } from "../../../shared/endpoints/claim.ts";
import { claim } from "../../../shared/resources/claim.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { plural } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { PendingLink } from "./PendingLink.tsx";

const openParams = { State: "open" };

/** The number of open claims, as a link to them, for users who decide on claims. */
export function PendingClaims() {
  const session = useSession();
  const canDecide = useCanCall(declineClaim);
  const canList = session !== undefined && canAccess(session, { resource: claim, verb: "list" });
  const { rows } = useResource(claim, canDecide && canList ? openParams : null);
  // Without a list of its own, useResource answers the one of the screen.
  const count = canDecide ? rows.length : 0;
  if (count === 0) return null;
  const label = plural(count, {
    one: "1 claim waits for the office",
    other: "{count} claims wait for the office",
  });
  return <PendingLink to={claim.guards.list.page} icon="hand-coins" label={label} count={count} />;
}
