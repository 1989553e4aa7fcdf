import { useCallback } from "react";
import { sumRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { buildAmountAndStatusColumns, sumAmounts } from "../../domain/paidAmounts.tsx";
import { MonthFilter, useMonthParam, useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { amountColumn, dayColumn, renderShortDay, textColumn } from "../../resource/columns.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type Receivable = RecordOf<typeof receivables>;

/** The installments, charges and opening balances of a year, and what has been received of them. */
export function ReceivablesScreen() {
  const year = useYearParam();
  const month = useMonthParam();
  const [paid, setPaid] = useUrlState("paid", "");
  const matches = useCallback(
    ({ Month, IsPaid }: Receivable) => (month === 0 || Month === month) && (paid === "" || IsPaid === Number(paid)),
    [month, paid],
  );

  return (
    <ResourceScreen
      resource={receivables}
      params={{ year }}
      title={t("Received")}
      nouns={[t("receivable"), t("receivables")]}
      searchLabel={t("House, owner")}
      columns={buildColumns}
      defaultSort="-MonthYear"
      filter={{
        paramNames: ["year", "month", "paid"],
        matches,
        controls: (
          <>
            <YearFilter />
            <MonthFilter placeholder={t("All Months")} />
            <SegmentedControl label={t("Show")} value={paid} onChange={setPaid} options={buildPaidOptions()} />
          </>
        ),
      }}
      fileName="received"
      empty={{ title: t("No receivables found."), noMatchesTitle: t("No receivables found.") }}
      totals={(visible) => ({
        HouseNo: t("Total"),
        Amount: <Money rupees={sumAmounts(visible)} strong />,
        Received: <Money rupees={sumReceived(visible)} strong />,
      })}
      footer={(visible) => (
        <>
          <FooterAmount text="Received {amount}" rupees={sumReceived(visible)} />
          <FooterAmount text="Due {amount}" rupees={sumRupees(visible.map(outstanding))} />
        </>
      )}
    />
  );
}

function sumReceived(rows: readonly Receivable[]): number {
  return sumRupees(rows.map(({ Received }) => Received));
}

function outstanding({ Amount, Received }: Receivable): number {
  return sumRupees([Amount, -Received]);
}

function buildPaidOptions() {
  return [
    { value: "", label: t("All") },
    { value: "1", label: t("Paid") },
    { value: "0", label: t("Unpaid") },
  ];
}

function describeKind({ Kind }: Receivable): string {
  return t(kindLabels[Kind]);
}

const kindLabels = { installment: "Installment", charge: "Charge", opening: "Opening balance" } as const;

function buildColumns(): readonly Column<Receivable>[] {
  const amountColumns: readonly Column<Receivable>[] = buildAmountAndStatusColumns(12);
  const receivedColumn: Column<Receivable> = {
    ...amountColumn({ key: "Received", title: t("Received, Rs"), width: 14, mobileSlot: "meta" }),
    renderMobile: ({ Received }) => <Trans text="Received {amount}" with={{ amount: <Money rupees={Received} /> }} />,
  };
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 20, grow: 3, mobileSlot: "sub" }),
    {
      key: "MonthYear",
      title: t("Month"),
      width: 12,
      grow: 1,
      mobileSlot: "sub",
      render: ({ MonthYear }) => <bdi dir="ltr">{MonthYear}</bdi>,
      sortValue: ({ Year, Month }) => Year * 12 + Month,
      exportValue: ({ MonthYear }) => MonthYear,
    },
    {
      key: "Kind",
      title: t("Kind"),
      width: 11,
      mobileSlot: "sub",
      render: describeKind,
      renderMobile: (row) => row.Kind !== "installment" && describeKind(row),
      sortValue: describeKind,
      exportValue: describeKind,
    },
    ...amountColumns.toSpliced(1, 0, receivedColumn),
    {
      ...dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 18, showsRowState: true, mobileSlot: "meta" }),
      renderMobile: ({ PaidOnDate }) => PaidOnDate && renderShortDay(PaidOnDate),
    },
  ];
}
