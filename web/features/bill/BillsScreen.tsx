import { useCallback, useMemo, useState } from "react";
import { billBatchPdf } from "../../../shared/endpoints/bill.ts";
import { sumRupees } from "../../../shared/money.ts";
import { bill, billName, billStateLabels, billStates } from "../../../shared/resources/bill.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall, useCanList } from "../../api/session.ts";
import { MonthFilter, useMonthParam, useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { useExport } from "../../resource/export/ExportButton.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ImportProgress } from "../../resource/import/ImportProgress.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { FooterAmount, ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { AddButton, ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { Kbd } from "../../ui/text/Text.tsx";
import { BillMailProgress, SendBillsButton } from "./BillMail.tsx";
import { type Bill, buildBillColumns } from "./billColumns.tsx";
import { saveBillPdf } from "./billFiles.ts";
import { CreateBillsDialog, PrintBillsDialog } from "./CreateBillsDialog.tsx";

/** The bills of a year; Enter saves the PDF of one. */
export function BillsScreen() {
  const filters = useBillFilters();
  const bills = useResource(bill, { Year: filters.year });
  const columns = useMemo(buildBillColumns, []);
  const list = useResourceList({
    resource: bill,
    source: { ...bills, can: { ...bills.can, update: false, remove: false } },
    defaultSort: "-BillNo",
    filterParams,
    matches: filters.matches,
    getName: billName,
  });
  const [isCreating, setIsCreating] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const canPrint = useCanCall(billBatchPdf);
  const canCreate = [bills.can.create, useCanList(plot)].every(Boolean);
  const { runExport } = useExport();
  const save = useEvent((row: Bill, copies: "1" | "3") => void runExport(() => saveBillPdf(row, copies)));
  const openDialog = useCallback(() => setIsCreating(true), []);
  useShortcut("n", openDialog, canCreate);
  const getRowActions = useCallback(
    (row: Bill): readonly RowAction[] => {
      const name = billName(row);
      return [
        { key: "pdf", icon: "download", label: t("PDF of {name}", { name }), onPress: () => save(row, "1") },
        {
          key: "challan",
          icon: "receipt",
          label: t("{name} in three parts (A4)", { name }),
          onPress: () => save(row, "3"),
        },
      ];
    },
    [save],
  );

  const addLabel = t("Make Bills");
  const { visible } = list;
  return (
    <ResourceListLayout
      list={list}
      title={t("Bills")}
      nouns={t("bills")}
      searchLabel={t("House, owner, bill or consumer number")}
      filters={<BillFilters filters={filters} />}
      actions={
        <>
          <ExportMenu name={t("Bills")} fileName="bills" columns={columns} {...list.exportMenuProps} />
          {canPrint && (
            <Button variant="ghost" icon="receipt" iconOnlyOnMobile onClick={() => setIsPrinting(true)}>
              {t("Print Bills")}
            </Button>
          )}
          <SendBillsButton />
          <AddButton label={addLabel} onAdd={canCreate ? openDialog : undefined} />
        </>
      }
      progress={
        <>
          <ImportProgress kind="bill-print" />
          <BillMailProgress />
        </>
      }
    >
      <Table
        {...list.tableProps}
        label={t("Bills")}
        columns={columns}
        onOpen={(row) => save(row, "1")}
        rowActions={getRowActions}
        maxActions={2}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            onAdd={canCreate ? openDialog : undefined}
            title={t("No bills yet.")}
            text={t("A bill says what is due for a house: the charges of a month and what is open from before.")}
            addLabel={addLabel}
          />
        }
        footer={
          <ResourceFooter
            {...list.footerProps}
            nouns={[t("bill"), t("bills")]}
            can={{ create: canCreate, update: true }}
            editHints={
              <span>
                <Kbd>Enter</Kbd> {t("PDF")}
              </span>
            }
          >
            <FooterAmount
              text="Issued {amount}"
              rupees={sumRupees(visible.flatMap(({ State, AmountWithin }) => (State === "issued" ? AmountWithin : [])))}
            />
          </ResourceFooter>
        }
      />
      {isPrinting && <PrintBillsDialog onClose={() => setIsPrinting(false)} />}
      {isCreating && <CreateBillsDialog onClose={() => setIsCreating(false)} />}
    </ResourceListLayout>
  );
}

const filterParams = ["year", "month", "state"];

/** The filters in the URL; invalid values are ignored. */
function useBillFilters() {
  const year = useYearParam();
  const month = useMonthParam();
  const [stateText, setState] = useUrlState("state", "");
  const state = billStates.find((each) => each === stateText);
  const matches = useCallback(
    ({ Month, State }: Bill) => (month === 0 || Month === month) && (state === undefined || State === state),
    [month, state],
  );
  return { year, matches, state, setState };
}

function BillFilters({ filters: { state, setState } }: { filters: ReturnType<typeof useBillFilters> }) {
  return (
    <>
      <YearFilter />
      <MonthFilter placeholder={t("All Months")} />
      <FilterSelect
        label={t("State")}
        value={state ?? ""}
        onChange={setState}
        placeholder={t("All")}
        options={billStates.map((value) => ({ value, label: t(billStateLabels[value]) }))}
      />
    </>
  );
}
