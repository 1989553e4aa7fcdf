import { useCallback, useMemo } from "react";
import { approve } from "../../../shared/endpoints/approval.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { readOnly, useResourceList } from "../../resource/useResourceList.ts";
import { useRowDialog } from "../../resource/useRowDialog.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { ApprovalDialog, type ApprovalDialogMode } from "./ApprovalDialog.tsx";
import { type ApprovalRecord, buildApprovalColumns, describeApproval } from "./approvalColumns.tsx";

/** The requests that need a second person, because they exceed a limit of the society: the waiting ones, or all. */
export function ApprovalsScreen() {
  const [shown, setShown] = useUrlState("show", "");
  const isPendingList = shown !== "all";
  const approvals = useResource(approval, isPendingList ? { IsPending: 1 } : {});
  const canDecide = useCanDecide();
  const { dialog, open, close } = useRowDialog<ApprovalRecord, ApprovalDialogMode>(approval, approvals);
  const columns = useMemo(() => buildApprovalColumns({ withDecisionColumns: !isPendingList }), [isPendingList]);
  const list = useResourceList<ApprovalRecord>({
    resource: approval,
    source: { ...approvals, can: readOnly },
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
      searchLabel={t("House, number, reason")}
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
          // A waiting request is only viewed by users who may not decide on it. After the decision, the mode stays: the
          // form says that the request is decided.
          mode={dialog.row.State !== "pending" || canDecide(dialog.row) ? dialog.mode : "view"}
          isDecided={dialog.hasRowLeftList || dialog.row.State !== "pending"}
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
