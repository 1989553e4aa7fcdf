import { useCallback, useMemo, useState } from "react";
import { confirmClaim, declineClaim } from "../../../shared/endpoints/claim.ts";
import { type ClaimRecord, claim } from "../../../shared/resources/claim.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall, useCanList, useSession } from "../../api/session.ts";
import { useAccounts } from "../../domain/accounts.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { AddClaimDialog } from "./AddClaimDialog.tsx";
import { ConfirmClaimDialog, DeclineClaimDialog } from "./ClaimDecisionDialogs.tsx";
import { buildClaimColumns, describeClaim } from "./claimColumns.tsx";

type DialogMode = "confirm" | "decline";

/** What residents say they have paid. The office sees the open claims, oldest first, and decides on them. */
export function ClaimsScreen() {
  const isStaff = useSession()?.user.role.scope === "all";
  const [shown, setShown] = useUrlState("show", "");
  const showsOpenClaimsOnly = isStaff && shown !== "all";
  const claims = useResource(claim, showsOpenClaimsOnly ? { State: "open" } : {});
  const canConfirm = useCanCall(confirmClaim);
  const canDecline = useCanCall(declineClaim);
  usePreloadReceiptForm(canConfirm);
  const [addDialog, setAddDialog] = useState<{ plotId: number | undefined }>();
  const [dialog, setDialog] = useState<{ row: ClaimRecord; mode: DialogMode }>();
  const columns = useMemo(() => buildClaimColumns({ withOwner: isStaff }), [isStaff]);
  const list = useResourceList<ClaimRecord>({
    resource: claim,
    source: { ...claims, can: { ...claims.can, update: false, remove: false } },
    defaultSort: showsOpenClaimsOnly ? "CreatedAt" : "-CreatedAt",
    filterParams,
    getName: describeClaim,
    defaultValues: {},
    onAdd: (values) => setAddDialog({ plotId: Number(values.get("PlotID")) || undefined }),
    createParams: ["PlotID"],
  });
  const { editor } = list;
  const { askDelete } = editor;
  // The office declines a claim instead of withdrawing it.
  const canWithdraw = claims.can.remove && !canDecline;
  const getRowActions = useCallback(
    (row: ClaimRecord): readonly RowAction[] => {
      if (row.State !== "open") return [];
      const name = describeClaim(row);
      const actions: RowAction[] = [];
      if (canConfirm)
        actions.push({
          key: "confirm",
          icon: "check",
          label: t("Confirm: {name}", { name }),
          onPress: () => setDialog({ row, mode: "confirm" }),
        });
      if (canDecline)
        actions.push({
          key: "decline",
          icon: "x",
          label: t("Decline: {request}", { request: name }),
          danger: true,
          onPress: () => setDialog({ row, mode: "decline" }),
        });
      if (canWithdraw)
        actions.push({
          key: "withdraw",
          icon: "trash",
          label: t("Withdraw {name}", { name }),
          danger: true,
          onPress: () => askDelete(row),
        });
      return actions;
    },
    [canConfirm, canDecline, canWithdraw, askDelete],
  );
  const handleOpen = useCallback((row: ClaimRecord) => {
    if (row.State === "open") setDialog({ row, mode: "confirm" });
  }, []);
  const currentClaim = dialog && claims.rows.find(({ ClaimID }) => ClaimID === dialog.row.ClaimID);
  const DecisionDialog = dialog?.mode === "decline" ? DeclineClaimDialog : ConfirmClaimDialog;

  return (
    <ResourceList
      list={list}
      title={t("Claims")}
      nouns={[t("claim"), t("claims")]}
      searchLabel={t("House, owner, reference")}
      filters={
        isStaff && (
          <SegmentedControl
            label={t("Show")}
            value={showsOpenClaimsOnly ? "" : "all"}
            onChange={setShown}
            options={[
              { value: "", label: t("Open"), count: showsOpenClaimsOnly ? claims.rows.length : undefined },
              { value: "all", label: t("All") },
            ]}
          />
        )
      }
      columns={columns}
      exportMenu={{ fileName: "claims" }}
      addLabel={isStaff ? t("Add Claim") : t("I Have Paid")}
      tableProps={{ onOpen: canConfirm ? handleOpen : undefined, rowActions: getRowActions, maxActions: 2 }}
      empty={{
        title: showsOpenClaimsOnly ? t("No open claims.") : t("No claims yet."),
        text: isStaff
          ? t("A resident who has paid tells the office here, with a photo of the slip.")
          : t("Tell the office that you have paid, with a photo of the slip."),
      }}
    >
      {addDialog && <AddClaimDialog {...addDialog} onClose={() => setAddDialog(undefined)} />}
      {dialog && (
        <DecisionDialog
          key={`${dialog.row.ClaimID} ${dialog.mode}`}
          row={currentClaim ?? dialog.row}
          isDecided={claims.status === "ready" && currentClaim?.State !== "open"}
          onClose={() => setDialog(undefined)}
        />
      )}
      {editor.deleteDialog && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Withdraw {name}?", { name: describeClaim(editor.deleteDialog.record) })}
          text={t("The office will not see it any more.")}
        />
      )}
    </ResourceList>
  );
}

const filterParams = ["show"];

/** Loads the houses and accounts before the receipt form opens, so that its fields do not move when they arrive. */
function usePreloadReceiptForm(isNeeded: boolean): void {
  const canListPlots = useCanList(plot);
  useResource(plot, isNeeded && canListPlots ? undefined : null);
  useAccounts();
}
