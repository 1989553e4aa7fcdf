import { useEffect, useRef } from "react";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { approve } from "../../../shared/endpoints/approval.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { approval, approvalKindLabels } from "../../../shared/resources/approval.ts";
import { request } from "../../api/request.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { plural, t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { PendingLink } from "./PendingLink.tsx";

type ApprovalRecord = RecordOf<typeof approval>;

const pendingParams = { IsPending: 1 };

/** The number of requests that the user can decide on, as a link to them. Tells requesters the decisions on theirs. */
export function PendingApprovals() {
  const session = useSession();
  const userId = session?.user.UserID;
  const canList = session !== undefined && canAccess(session, { resource: approval, verb: "list" });
  const canDecide = useCanCall(approve);
  const { rows, status } = useResource(approval, canList ? pendingParams : null);
  useDecisionToasts(status === "ready" ? rows.filter(({ RequesterID }) => RequesterID === userId) : undefined);
  const count = canDecide ? rows.filter(({ RequesterID }) => RequesterID !== userId).length : 0;
  if (count === 0) return null;
  const label = plural(count, { one: "1 request waits for approval", other: "{count} requests wait for approval" });
  return <PendingLink to={approval.guards.list.page} icon="user-check" label={label} count={count} />;
}

/**
 * Shows a toast when somebody has decided on one of the user's pending requests; undefined while they are not known.
 */
function useDecisionToasts(own: readonly ApprovalRecord[] | undefined): void {
  const previous = useRef<readonly ApprovalRecord[]>([]);
  useEffect(() => {
    if (!own) return;
    const decided = previous.current.filter(
      (before) => !own.some(({ ApprovalID }) => ApprovalID === before.ApprovalID),
    );
    previous.current = own;
    // A requester who may no longer read the request gets no toast.
    for (const { ApprovalID } of decided)
      request<{ data: ApprovalRecord }>({ method: "get", path: `/${approval.name}/${ApprovalID}` })
        .then(({ data }) => showDecision(data))
        .catch(() => undefined);
  });
}

function showDecision({ Kind, HouseNo, Subject, State, DecidedBy: name, Note: note }: ApprovalRecord): void {
  const request = [t(approvalKindLabels[Kind]), HouseNo, Subject].filter(Boolean).join(" · ");
  if (State === "approved") showToast({ kind: "success", text: t("{name} approved: {request}", { name, request }) });
  if (State === "declined")
    showToast({ kind: "error", text: t("{name} declined: {request}. {note}", { name, request, note }) });
  if (State === "stale") showToast({ kind: "error", text: t("Out of date, not carried out: {request}", { request }) });
}
