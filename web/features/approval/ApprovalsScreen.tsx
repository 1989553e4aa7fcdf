import { useCallback, useMemo } from "react";
import { approve } from "../../../shared/endpoints/approval.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { useRowDialog } from "../../resource/useRowDialog.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { ApprovalDialog, type ApprovalDialogMode } from "./ApprovalDialog.tsx";
import { type ApprovalRecord, buildApprovalColumns, describeApproval } from "./approvalColumns.tsx";

/** Requests above the limits of the society: those that wait for a second person, or all with their decisions. */
export function ApprovalsScreen() {
  const [shown, setShown] = useUrlState("show", "");
  const isPendingList = shown !== "all";
  const approvals = useResource(approval, isPendingList ? { IsPending: 1 } : {});
  const canDecide = useCanDecide();
  const { dialog, open, close } = useRowDialog<ApprovalRecord, ApprovalDialogMode>(approval, approvals);
  const columns = useMemo(() => buildApprovalColumns({ withDecision: !isPendingList }), [isPendingList]);
  const list = useResourceList<ApprovalRecord>({
    resource: approval,
    source: { ...approvals, can: undefined },
    defaultSort: "-RequestedAt",
    filterParams,
    getName: describeApproval,
  });
  const handleOpen = useCallback(
    (row: ApprovalRecord) => open(row, canDecide(row) ? "approve" : "view"),
    [open, canDecide],
  );
  const getRowActions = useCallback(
    (row: ApprovalRecord): readonly RowAction[] => {
      if (!canDecide(row)) return [];
      const name = describeApproval(row);
      return [
        {
          key: "approve",
          icon: "check",
          label: t("Approve: {request}", { request: name }),
          onPress: () => open(row, "approve"),
        },
        {
          key: "decline",
          icon: "x",
          label: t("Decline: {request}", { request: name }),
          danger: true,
          onPress: () => open(row, "decline"),
        },
      ];
    },
    [open, canDecide],
  );

  return (
    <ResourceList
      list={list}
      title={t("Approvals")}
      nouns={[t("request"), t("requests")]}
      searchLabel={t("House, number, reason, name")}
      filters={
        <SegmentedControl
          label={t("Show")}
          value={isPendingList ? "" : "all"}
          onChange={setShown}
          options={[
            { value: "", label: t("Waiting"), count: isPendingList ? approvals.rows.length : undefined },
            { value: "all", label: t("All") },
          ]}
        />
      }
      columns={columns}
      exportMenu={{ fileName: "approvals" }}
      tableProps={{ onOpen: handleOpen, rowActions: getRowActions, maxActions: 2 }}
      empty={{
        title: isPendingList ? t("Nothing waits for approval.") : t("No requests yet."),
        text: t("Requests above a limit of the society wait here until a second person approves or declines them."),
      }}
    >
      {dialog && (
        <ApprovalDialog
          key={`${dialog.row.ApprovalID} ${dialog.mode}`}
          row={dialog.row}
          // Users without the right to decide only view a waiting request. A form stays after the decision and says so.
          mode={dialog.row.State !== "pending" || canDecide(dialog.row) ? dialog.mode : "view"}
          isDecided={dialog.hasLeft || dialog.row.State !== "pending"}
          onClose={close}
        />
      )}
    </ResourceList>
  );
}

const filterParams = ["show"];

/** Whether the user may decide on a request: it waits, and another person has made it. */
function useCanDecide(): (row: ApprovalRecord) => boolean {
  const canCall = useCanCall(approve);
  const userId = useSession()?.user.UserID;
  return useCallback(
    ({ State, RequesterID }) => canCall && State === "pending" && RequesterID !== userId,
    [canCall, userId],
  );
}
