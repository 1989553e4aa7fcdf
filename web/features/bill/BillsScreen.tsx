import { useCallback, useMemo, useState } from "react";
import { type BillCopies, billBatchPdf, billPdf } from "../../../shared/endpoints/bill.ts";
import { sumRupees } from "../../../shared/money.ts";
import { bill, billFileName, billName, billStateLabels, billStates } from "../../../shared/resources/bill.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall, useCanList } from "../../api/session.ts";
import { MonthFilter, useMonthParam, useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { saveServerPdf } from "../../resource/export/saveServerPdf.ts";
import { RunProgress } from "../../resource/import/RunProgress.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { CreateBillsDialog, PrintBillsDialog } from "./BillDialogs.tsx";
import { BillMailProgress, SendBillsButton } from "./BillMail.tsx";
import { type Bill, buildBillColumns } from "./billColumns.tsx";

/** The bills of a year; Enter saves the PDF of one. */
export function BillsScreen() {
  const filters = useBillFilters();
  const bills = useResource(bill, { Year: filters.year });
  const today = useSocietyToday();
  const columns = useMemo(() => buildBillColumns(today), [today]);
  const canCreate = useCanList(plot) && bills.can.create;
  const [isCreating, setIsCreating] = useState(false);
  const list = useResourceList({
    resource: bill,
    source: { ...bills, can: { create: canCreate, update: false, remove: false } },
    defaultSort: "-BillNo",
    filterParams,
    matches: filters.matches,
    getName: billName,
    defaultValues: {},
    onAdd: () => setIsCreating(true),
  });
  const [isPrinting, setIsPrinting] = useState(false);
  const canPrint = useCanCall(billBatchPdf);
  const createExportAction = useExportAction();
  const createPdfAction = useCallback(
    (row: Bill) =>
      createExportAction({
        label: t("PDF of {name}", { name: billName(row) }),
        exportFile: () => saveBillPdf(row, "1"),
      }),
    [createExportAction],
  );
  const getRowActions = useCallback(
    (row: Bill) => [
      createPdfAction(row),
      createExportAction({
        key: "three-parts",
        icon: "receipt",
        label: t("{name} in three parts (A4)", { name: billName(row) }),
        exportFile: () => saveBillPdf(row, "3"),
      }),
    ],
    [createPdfAction, createExportAction],
  );

  return (
    <ResourceList
      list={list}
      title={t("Bills")}
      nouns={[t("bill"), t("bills")]}
      searchLabel={t("House, owner or number")}
      filters={<BillFilters filters={filters} />}
      columns={columns}
      exportMenu={{ fileName: "bills" }}
      actions={
        <>
          {canPrint && (
            <Button variant="ghost" icon="receipt" iconOnlyOnMobile onClick={() => setIsPrinting(true)}>
              {t("Print Bills")}
            </Button>
          )}
          <SendBillsButton />
        </>
      }
      addLabel={t("Make Bills")}
      progress={
        <>
          <RunProgress kind="bill-print" />
          <BillMailProgress />
        </>
      }
      tableProps={{ onOpen: (row) => createPdfAction(row).onPress(), rowActions: getRowActions, maxActions: 2 }}
      empty={{
        title: t("No bills yet."),
        text: t("Make the bills of a month: each states the charges of that month and the arrears of its house."),
      }}
      editHints={
        <span>
          <Kbd>Enter</Kbd> {t("PDF")}
        </span>
      }
      footer={
        <FooterAmount
          text="Issued {amount}"
          rupees={sumRupees(
            list.visible.flatMap(({ State, AmountWithin }) => (State === "issued" ? AmountWithin : [])),
          )}
        />
      }
    >
      {isPrinting && <PrintBillsDialog onClose={() => setIsPrinting(false)} />}
      {isCreating && <CreateBillsDialog onClose={() => setIsCreating(false)} />}
    </ResourceList>
  );
}

function saveBillPdf(row: Bill, copies: BillCopies): Promise<void> {
  return saveServerPdf(billPdf, { fileName: billFileName(row), params: { BillID: row.BillID }, query: { copies } });
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
      <MonthFilter allLabel={t("All Months")} />
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
