import { useCallback, useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { sumRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { amountAndStatusColumns } from "../../domain/amountAndStatusColumns.tsx";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { yearOptions } from "../../domain/yearOptions.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { monthOptions } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { dayColumn, dayOrDash, textColumn } from "../../resource/columns.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { FooterAmount, ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { FilterSelect, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type Receivable = RecordOf<typeof receivables>;

/** The installments of a year with their payment status. */
export function ReceivablesScreen() {
  const thisYear = monthOf(societyToday(new Date())).year;
  const [yearText, setYear] = useUrlState("year", String(thisYear));
  const [month, setMonth] = useUrlState("month", "");
  const [paid, setPaid] = useUrlState("paid", "");
  const year = reportYears.find((option) => String(option) === yearText) ?? thisYear;
  const matches = useCallback(
    ({ Month, IsPaid }: Receivable) =>
      (month === "" || Month === Number(month)) && (paid === "" || IsPaid === Number(paid)),
    [month, paid],
  );
  const list = useResourceList({
    resource: receivables,
    source: { ...useResource(receivables, { year }), can: readOnly },
    defaultSort: "-MonthYear",
    filterParams: ["year", "month", "paid"],
    matches,
  });
  const { visible } = list;
  const totals = useMemo(() => sumAmounts(visible), [visible]);
  const columns = useMemo(buildColumns, []);
  const title = t("Received");

  return (
    <ResourceListLayout
      list={list}
      title={title}
      nouns={t("receivables")}
      searchLabel={t("House, owner")}
      filters={
        <>
          <FilterSelect label={t("Year")} value={String(year)} onChange={setYear} options={yearOptions} />
          <FilterSelect
            label={t("Month")}
            value={month}
            onChange={setMonth}
            placeholder={t("All Months")}
            options={monthOptions()}
          />
          <SegmentedControl label={t("Show")} value={paid} onChange={setPaid} options={paidOptions()} />
        </>
      }
      actions={<ExportMenu name={title} fileName="received" columns={columns} {...list.exportMenuProps} />}
    >
      <Table
        {...list.tableProps}
        label={title}
        columns={columns}
        onOpen={undefined}
        totals={{ HouseNo: t("Total"), Amount: <Money rupees={totals.all} strong /> }}
        empty={
          <ResourceEmptyState
            {...list.emptyStateProps}
            title={t("No receivables found.")}
            noMatchesTitle={t("No receivables found.")}
          />
        }
        footer={
          <ResourceFooter {...list.footerProps} nouns={[t("installment"), t("installments")]}>
            <FooterAmount text="Paid {amount}" rupees={totals.paid} />
            <FooterAmount text="Unpaid {amount}" rupees={totals.unpaid} />
          </ResourceFooter>
        }
      />
    </ResourceListLayout>
  );
}

const readOnly = { create: false, update: false, remove: false };

function paidOptions() {
  return [
    { value: "", label: t("All") },
    { value: "1", label: t("Paid") },
    { value: "0", label: t("Unpaid") },
  ];
}

/** In rupees. */
function sumAmounts(rows: readonly Receivable[]): { all: number; paid: number; unpaid: number } {
  const sum = (part: readonly Receivable[]) => sumRupees(part.map(({ Amount }) => Amount));
  return {
    all: sum(rows),
    paid: sum(rows.filter(({ IsPaid }) => IsPaid === 1)),
    unpaid: sum(rows.filter(({ IsPaid }) => IsPaid === 0)),
  };
}

function buildColumns(): readonly Column<Receivable>[] {
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 20, grow: 3, mobileSlot: "hidden" }),
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
    ...amountAndStatusColumns(14),
    {
      ...dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 20, showsRowState: true, mobileSlot: "meta" }),
      renderMobile: ({ PaidOnDate }) => PaidOnDate && dayOrDash(PaidOnDate),
    },
  ];
}
