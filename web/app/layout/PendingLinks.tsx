import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { approve } from "../../../shared/endpoints/approval.ts";
import { declineClaim } from "../../../shared/endpoints/claim.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { approval, approvalKindLabels } from "../../../shared/resources/approval.ts";
import { claim } from "../../../shared/resources/claim.ts";
import { request } from "../../api/request.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { joinIsolated, plural, t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { PendingItem } from "./DropdownMenus.tsx";

/**
 * In the header: the numbers of approvals and claims that wait for the user, each as a link to the list. On phones both
 * are one menu with the sum, which leaves space for the page's title.
 */
export function PendingLinks() {
  const isMobile = useIsMobile();
  const items = [usePendingApprovals(), usePendingClaims()].filter((item) => item !== undefined);
  if (isMobile && items.length > 1) return <PendingMenu items={items} />;
  return items.map((item) => <PendingLink key={item.to} item={item} />);
}

type ApprovalRecord = RecordOf<typeof approval>;

const pendingParams = { IsPending: 1 };
const openParams = { State: "open" };

/** The requests that the user can decide on. Also shows a toast when a request of the user is decided. */
function usePendingApprovals(): PendingItem | undefined {
  const session = useSession();
  const userId = session?.user.UserID;
  const canList = session !== undefined && canAccess(session, { resource: approval, verb: "list" });
  const canDecide = useCanCall(approve);
  const { rows, status } = useResource(approval, canList ? pendingParams : null);
  useDecisionToasts(status === "ready" ? rows.filter(({ RequesterID }) => RequesterID === userId) : undefined);
  const count = canDecide ? rows.filter(({ RequesterID }) => RequesterID !== userId).length : 0;
  if (count === 0) return undefined;
  const label = plural(count, { one: "1 request waits for approval", other: "{count} requests wait for approval" });
  return { to: approval.guards.list.page, icon: "user-check", label, count };
}

/** The open claims, for users who decide on claims. */
function usePendingClaims(): PendingItem | undefined {
  const session = useSession();
  const canDecide = useCanCall(declineClaim);
  const canList = session !== undefined && canAccess(session, { resource: claim, verb: "list" });
  const { rows } = useResource(claim, canDecide && canList ? openParams : null);
  // Checked again, because useResource(claim, null) may return the rows of another screen's list.
  const count = canDecide ? rows.length : 0;
  if (count === 0) return undefined;
  const label = plural(count, { one: "1 claim waits for the office", other: "{count} claims wait for the office" });
  return { to: claim.guards.list.page, icon: "hand-coins", label, count };
}

/** Shows a toast when a pending request of the user is decided. `ownRequests` is undefined while they are loading. */
function useDecisionToasts(ownRequests: readonly ApprovalRecord[] | undefined): void {
  const previous = useRef<readonly ApprovalRecord[]>([]);
  useEffect(() => {
    if (!ownRequests) return;
    const decided = previous.current.filter(
      (before) => !ownRequests.some(({ ApprovalID }) => ApprovalID === before.ApprovalID),
    );
    previous.current = ownRequests;
    // A requester who may no longer read the request gets no toast.
    for (const { ApprovalID } of decided)
      request<{ data: ApprovalRecord }>({ method: "get", path: `/${approval.name}/${ApprovalID}` })
        .then(({ data }) => showDecision(data))
        .catch(() => undefined);
  });
}

function showDecision({ Kind, HouseNo, Subject, State, DecidedBy: name, Note: note }: ApprovalRecord): void {
  const values = { name, note, request: joinIsolated([t(approvalKindLabels[Kind]), HouseNo, Subject]) };
  if (State === "approved") showToast({ kind: "success", text: t("{name} approved: {request}", values) });
  if (State === "declined") showToast({ kind: "error", text: t("{name} declined: {request}. {note}", values) });
  if (State === "stale") showToast({ kind: "error", text: t("Out of date, not carried out: {request}", values) });
}

function PendingLink({ item: { to, icon, label, count } }: { item: PendingItem }) {
  return (
    <CountLink to={to} title={label} aria-label={label}>
      <Icon name={icon} />
      <Count aria-hidden="true">{count}</Count>
    </CountLink>
  );
}

/** A button with the sum of the counts that opens a menu of the links. */
function PendingMenu({ items }: { items: readonly PendingItem[] }) {
  const label = items.map((item) => item.label).join(t(", "));
  const trigger = (
    <CountButton type="button" title={label} aria-label={label}>
      <Icon name="list-checks" />
      <Count aria-hidden="true">{items.reduce((sum, { count }) => sum + count, 0)}</Count>
    </CountButton>
  );
  return <LazyMenu trigger={trigger} load={loadMenu} menuProps={{ items }} />;
}

async function loadMenu() {
  return (await import("./DropdownMenus.tsx")).PendingMenuContent;
}

const countStyles = css`
  ${({ theme }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.xs};
    min-block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.s};
    border-radius: ${theme.radius.button};
    background: ${theme.color.amberSoft};
    color: ${theme.color.amber};
    text-decoration: none;
  `}
`;

const CountLink = styled(Link)`
  ${countStyles}
`;

const CountButton = styled.button`
  ${countStyles}
`;

const Count = styled.span`
  ${typography("metaStrong")}
`;
