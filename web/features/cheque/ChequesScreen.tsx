import { useCallback, useMemo, useState } from "react";
import { type ChequeState, chequeStateLabels, isPostDated } from "../../../shared/domain/cheques.ts";
import { clearCheque, depositSlipPdf } from "../../../shared/endpoints/cheque.ts";
import { cheque, chequeName } from "../../../shared/resources/cheque.ts";
import { depositSlip, depositSlipName } from "../../../shared/resources/deposit-slip.ts";
import { useCan, useCanCall } from "../../api/session.ts";
import { type AccountRecord, useAccounts } from "../../domain/accounts.tsx";
import { sumAmounts } from "../../domain/amounts.ts";
import { useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { FooterAmount, ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { RowSelectionContext, SelectAllCheckbox, SelectionBar, useRowSelection } from "../../resource/rowSelection.tsx";
import { readOnly, useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { BounceDialog, ClearDialog, DepositDialog, ReturnDialog } from "./ChequeDialogs.tsx";
import { buildChequeColumns, type ChequeRecord } from "./chequeColumns.tsx";

/** The lists of the screen. Post-dated cheques are those in hand whose date is not reached yet. */
type View = ChequeState | "post-dated";

/** Cheques by state: those in hand are deposited together, the bank's answers are entered one by one. */
export function ChequesScreen() {
  const today = useSocietyToday();
  const [view, setView] = useView();
  const year = useYearParam();
  // Cheques stay in these states, so their lists grow and are read year by year.
  const isByYear = view === "cleared" || view === "returned";
  const State = view === "post-dated" ? "in-hand" : view;
  const cheques = useResource(cheque, { State, ...(isByYear ? { year } : {}) });
  const matches = useCallback(
    (row: ChequeRecord) => State !== "in-hand" || isPostDated(row, today) === (view === "post-dated"),
    [State, view, today],
  );
  const list = useResourceList<ChequeRecord>({
    resource: cheque,
    source: { ...cheques, can: readOnly },
    defaultSort: State === "in-hand" ? "ChequeDate" : "-StateDate",
    filterParams,
    matches,
    getName: chequeName,
  });
  const { visible } = list;
  const canDeposit = useCan(depositSlip.guards.create.page, "CanAdd");
  const canEnterSteps = useCanCall(clearCheque);
  const canSelect = canDeposit && (view === "in-hand" || view === "bounced");
  const columns = useMemo(() => buildChequeColumns({ canSelect, State }), [canSelect, State]);
  const selection = useRowSelection();
  const selected = visible.filter(({ ChequeID }) => canSelect && selection.selectedIds.has(ChequeID));
  const [dialog, setDialog] = useState<DialogState>();
  // Loaded here, because the deposit dialog proposes one of them as soon as it opens.
  const accounts = useAccounts().filter(({ IsActive }) => IsActive);
  const close = useCallback(() => setDialog(undefined), []);
  const createExportAction = useExportAction();
  const createSlipAction = useCallback(
    (DepositSlipID: number) =>
      createExportAction({
        key: "slip",
        label: t("Deposit slip {slip} (PDF)", { slip: depositSlipName({ DepositSlipID }) }),
        exportFile: () => saveServerPdf(depositSlipPdf, { params: { DepositSlipID } }),
      }),
    [createExportAction],
  );
  const getRowActions = useCallback(
    (row: ChequeRecord): readonly RowAction[] => [
      ...(canEnterSteps ? listSteps(row, setDialog) : []),
      ...(row.DepositSlipID === null ? [] : [createSlipAction(row.DepositSlipID)]),
    ],
    [canEnterSteps, createSlipAction],
  );
  const isMobile = useIsMobile();
  const depositBar = canSelect && (
    <DepositBar
      shown={visible}
      selectedCount={selected.length}
      onSelect={selection.replaceSelection}
      onDeposit={() => setDialog({ kind: "deposit", rows: selected })}
    />
  );

  function handleOpen(row: ChequeRecord) {
    if (canSelect) setDialog({ kind: "deposit", rows: selected.includes(row) ? selected : [row] });
    else if (canEnterSteps && row.State === "deposited") setDialog({ kind: "clear", row });
  }

  function handleDeposited(DepositSlipID: number) {
    selection.replaceSelection([]);
    showToast({
      kind: "success",
      text: t("Deposit slip {slip} saved", { slip: depositSlipName({ DepositSlipID }) }),
      action: { label: t("PDF"), onClick: createSlipAction(DepositSlipID).onPress },
    });
  }

  return (
    <RowSelectionContext value={selection}>
      <ResourceListLayout
        list={list}
        title={t("Cheques")}
        nouns={t("cheques")}
        searchLabel={t("House, receipt, cheque, bank")}
        filters={
          <>
            <SegmentedControl
              label={t("State")}
              value={view}
              onChange={setView}
              options={views.map((value) => ({ value, label: labelOf(value) }))}
            />
            {isByYear && <YearFilter />}
          </>
        }
        actions={
          <>
            {!isMobile && depositBar}
            <ExportMenu name={t("Cheques")} fileName={`cheques_${view}`} columns={columns} {...list.exportMenuProps} />
          </>
        }
        progress={isMobile && selected.length > 0 && depositBar}
      >
        <Table
          {...list.tableProps}
          label={t("Cheques")}
          columns={columns}
          onOpen={handleOpen}
          onSpace={canSelect ? ({ ChequeID }) => selection.toggle(ChequeID) : undefined}
          rowActions={getRowActions}
          maxActions={view === "deposited" ? 3 : 2}
          empty={
            <ResourceEmptyState
              {...list.emptyStateProps}
              title={t("No cheques here.")}
              text={t("Each receipt by cheque adds a cheque, at first under In hand.")}
            />
          }
          footer={
            <ResourceFooter
              {...list.footerProps}
              totalCount={cheques.rows.filter(matches).length}
              nouns={[t("cheque"), t("cheques")]}
            >
              <FooterAmount text="Total {amount}" rupees={sumAmounts(visible)} />
            </ResourceFooter>
          }
        />
        <ChequeDialog dialog={dialog} accounts={accounts} onDeposited={handleDeposited} onClose={close} />
      </ResourceListLayout>
    </RowSelectionContext>
  );
}

const filterParams = ["state", "year"];
const views = ["in-hand", "post-dated", "deposited", "bounced", "cleared", "returned"] as const;

/** The list chosen in the URL, and a function that chooses one; cheques in hand by default. */
function useView(): [View, (view: string) => void] {
  const [text, setView] = useUrlState("state", "in-hand");
  return [views.find((view) => view === text) ?? "in-hand", setView];
}

function labelOf(view: View): string {
  return view === "post-dated" ? t("Post-dated") : t(chequeStateLabels[view]);
}

type DialogState =
  | { kind: "deposit"; rows: readonly ChequeRecord[] }
  | { kind: "clear" | "bounce" | "return"; row: ChequeRecord };

interface ChequeDialogProps {
  dialog: DialogState | undefined;
  accounts: readonly AccountRecord[];
  onDeposited: (DepositSlipID: number) => void;
  onClose: () => void;
}

function ChequeDialog({ dialog, accounts, onDeposited, onClose }: ChequeDialogProps) {
  switch (dialog?.kind) {
    case "deposit":
      return <DepositDialog accounts={accounts} cheques={dialog.rows} onDeposited={onDeposited} onClose={onClose} />;
    case "clear":
      return <ClearDialog row={dialog.row} onClose={onClose} />;
    case "bounce":
      return <BounceDialog row={dialog.row} onClose={onClose} />;
    case "return":
      return <ReturnDialog row={dialog.row} onClose={onClose} />;
    case undefined:
      return null;
  }
}

/** The steps that the state of the cheque allows, without the deposit. */
function listSteps(row: ChequeRecord, open: (dialog: DialogState) => void): readonly RowAction[] {
  const number = chequeName(row);
  if (row.State === "deposited")
    return [
      {
        key: "clear",
        icon: "check",
        label: t("Mark cheque {number} as cleared", { number }),
        onPress: () => open({ kind: "clear", row }),
      },
      {
        key: "bounce",
        icon: "x",
        label: t("Mark cheque {number} as bounced", { number }),
        danger: true,
        onPress: () => open({ kind: "bounce", row }),
      },
    ];
  if (row.State !== "in-hand" && row.State !== "bounced") return [];
  return [
    {
      key: "return",
      icon: "undo",
      label: t("Return cheque {number}", { number }),
      danger: true,
      onPress: () => open({ kind: "return", row }),
    },
  ];
}

interface DepositBarProps {
  shown: readonly ChequeRecord[];
  selectedCount: number;
  onSelect: (ids: Iterable<number>) => void;
  onDeposit: () => void;
}

/** Selects cheques and opens the dialog that deposits them. */
function DepositBar({ shown, selectedCount, onSelect, onDeposit }: DepositBarProps) {
  const shownIds = shown.map(({ ChequeID }) => ChequeID);
  return (
    <SelectionBar role="group" aria-label={t("Deposit")}>
      <SelectAllCheckbox
        label={t("Select all shown cheques")}
        shownIds={shownIds}
        selectedCount={selectedCount}
        onChange={(all) => onSelect(all ? shownIds : [])}
      />
      <Button variant="primary" icon="building" disabled={selectedCount === 0} onClick={onDeposit}>
        {t("Deposit")}
      </Button>
    </SelectionBar>
  );
}
