import { useCallback, useMemo } from "react";
import { approve } from "../../../shared/endpoints/approval.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { useCanCall, useSession } from "../../api/session.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { useRowDialog } from "../../resource/useRowDialog.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { ApprovalDialog, type ApprovalDialogMode } from "./ApprovalDialog.tsx";
import { type ApprovalRecord, approvalColumns, describeApproval } from "./approvalColumns.tsx";

const pendingParams = { IsPending: 1 };
const allParams = {};

/** Requests above the limits of the society: those that wait for a second person, or all with their decisions. */
export function ApprovalsScreen() {
  const [shown, setShown] = useUrlState("show", "");
  const isPendingList = shown !== "all";
  const approvals = useResource(approval, isPendingList ? pendingParams : allParams);
  const canDecide = useCanDecide();
  const { dialog, open, close } = useRowDialog<ApprovalRecord, ApprovalDialogMode>(approval, approvals.rows);
  const columns = useMemo(() => approvalColumns({ withDecision: !isPendingList }), [isPendingList]);
  const list = useResourceList<ApprovalRecord>({
    resource: approval,
    source: { ...approvals, can: { create: false, update: false, remove: false } },
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
    <ResourceListLayout
      list={list}
      title={t("Approvals")}
      nouns={t("requests")}
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
      actions={<ExportMenu name={t("Approvals")} fileName="approvals" columns={columns} {...list.exportMenuProps} />}
    >
      <Table
        {...list.tableProps}
        label={t("Approvals")}
        columns={columns}
        onOpen={handleOpen}
        rowActions={getRowActions}
        maxActions={2}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            title={isPendingList ? t("Nothing waits for approval.") : t("No requests yet.")}
            text={t("What is above a limit of the society waits here until a second person approves or declines it.")}
          />
        }
        footer={<ResourceFooter {...list.footerProps} nouns={[t("request"), t("requests")]} />}
      />
      {dialog && (
        <ApprovalDialog
          key={`${dialog.row.ApprovalID} ${dialog.mode}`}
          row={dialog.row}
          mode={canDecide(dialog.row) ? dialog.mode : "view"}
          onClose={close}
        />
      )}
    </ResourceListLayout>
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
