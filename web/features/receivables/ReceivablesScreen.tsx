import { useCallback, useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { type ItemStatus, isOverdue } from "../../../shared/domain/schedule.ts";
import { sumRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { sumAmounts } from "../../domain/amounts.ts";
import { houseColumn, useOpenHouse } from "../../domain/HouseLink.tsx";
import { MonthFilter, useMonthParam, useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { Status } from "../../domain/Status.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import {
  amountColumn,
  codeColumn,
  computedAmountColumn,
  computedTextColumn,
  dayColumn,
  renderShortDay,
  textColumn,
} from "../../resource/columns.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { FilterSelect, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type Receivable = RecordOf<typeof receivables>;

/** The installments, charges and opening balances of a month or year, and what has been received of them. */
export function ReceivablesScreen() {
  const year = useYearParam();
  const month = useMonthParam({ isCurrentByDefault: true });
  const [category, setCategory] = useUrlState("category", "");
  const [paidFilter, setPaidFilter] = useUrlState("paid", "");
  const today = useSocietyToday();
  const categories = useResource(plotCategory).rows;
  const matches = useCallback(
    (row: Receivable) =>
      (month === 0 || row.Month === month) &&
      (category === "" || row.CategoryName === category) &&
      (paidFilter === "" || (paidFilter === "overdue" ? isOverdueRow(row, today) : row.IsPaid === Number(paidFilter))),
    [month, category, paidFilter, today],
  );
  const columns = useMemo(() => buildColumns(today), [today]);
  const openHouse = useOpenHouse();

  return (
    <ResourceScreen
      resource={receivables}
      params={{ year }}
      title={t("Received")}
      nouns={[t("receivable"), t("receivables")]}
      searchLabel={t("House, owner")}
      columns={columns}
      defaultSort="-MonthYear"
      onOpen={openHouse}
      filter={{
        paramNames: ["year", "month", "category", "paid"],
        matches,
        controls: (
          <>
            <YearFilter />
            <MonthFilter isCurrentByDefault allLabel={t("All Months")} />
            <FilterSelect
              label={t("Category")}
              value={category}
              onChange={setCategory}
              placeholder={t("All Categories")}
              options={categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName }))}
            />
            <SegmentedControl
              label={t("Show")}
              value={paidFilter}
              onChange={setPaidFilter}
              options={buildPaidOptions()}
            />
          </>
        ),
      }}
      fileName="received"
      empty={{ title: t("No receivables found."), noMatchesTitle: t("No receivables found.") }}
      totals={(visible) => ({
        HouseNo: t("Total"),
        Amount: <Money rupees={sumAmounts(visible)} strong />,
        Received: <Money rupees={sumReceived(visible)} strong />,
        Outstanding: <Money rupees={sumRupees(visible.map(outstandingOf))} strong />,
      })}
      footer={(visible) => (
        <>
          <FooterAmount text="Billed {amount}" rupees={sumAmounts(visible)} />
          <FooterAmount text="Received {amount}" rupees={sumReceived(visible)} />
          <FooterAmount text="Outstanding {amount}" rupees={sumRupees(visible.map(outstandingOf))} />
        </>
      )}
    />
  );
}

function sumReceived(rows: readonly Receivable[]): number {
  return sumRupees(rows.map(({ Received }) => Received));
}

function outstandingOf({ Amount, Received }: Receivable): number {
  return sumRupees([Amount, -Received]);
}

function buildPaidOptions() {
  return [
    { value: "", label: t("All") },
    { value: "1", label: t("Paid") },
    { value: "0", label: t("Unpaid") },
    { value: "overdue", label: t("Overdue") },
  ];
}

function isOverdueRow({ IsPaid, DueDate }: Receivable, today: Day): boolean {
  return !IsPaid && isOverdue(DueDate, today);
}

function statusOf(row: Receivable, today: Day): ItemStatus {
  if (row.IsPaid) return "Paid";
  if (row.Received > 0) return "Part-paid";
  return isOverdue(row.DueDate, today) ? "Overdue" : "Not due yet";
}

function describeKind({ Kind }: Receivable): string {
  return t(kindLabels[Kind]);
}

const kindLabels = { installment: "Installment", charge: "Charge", opening: "Opening balance" } as const;

function buildColumns(today: Day): readonly Column<Receivable>[] {
  const receivedColumn: Column<Receivable> = {
    ...amountColumn({ key: "Received", title: t("Received, Rs"), width: 13, mobileSlot: "meta" }),
    renderMobile: ({ Received }) => <Trans text="Received {amount}" with={{ amount: <Money rupees={Received} /> }} />,
  };
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14.5, grow: 3, mobileSlot: "sub" }),
    codeColumn(
      {
        key: "MonthYear",
        title: t("Month"),
        width: 11,
        grow: 1,
        mobileSlot: "sub",
        sortValue: ({ Year, Month }) => Year * 12 + Month,
      },
      ({ MonthYear }) => MonthYear,
    ),
    {
      ...computedTextColumn({ key: "Kind", title: t("Kind"), width: 11, mobileSlot: "sub" }, describeKind),
      renderMobile: (row) => row.Kind !== "installment" && describeKind(row),
    },
    amountColumn({ key: "Amount", title: t("Billed, Rs"), width: 13, mobileSlot: "amount" }),
    receivedColumn,
    {
      ...computedAmountColumn(
        { key: "Outstanding", title: t("Outstanding, Rs"), width: 14, mobileSlot: "hidden" },
        outstandingOf,
      ),
      render: (row) => <Money rupees={outstandingOf(row)} strong dashIfZero />,
    },
    {
      key: "IsPaid",
      title: t("Status"),
      width: 15.5,
      mobileSlot: "meta",
      render: (row) => <Status value={statusOf(row, today)} />,
      sortValue: (row) => t(statusOf(row, today)),
    },
    {
      ...dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 15, showsRowState: true, mobileSlot: "meta" }),
      renderMobile: ({ PaidOnDate }) => PaidOnDate && renderShortDay(PaidOnDate),
    },
  ];
}
