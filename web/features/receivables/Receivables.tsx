import { useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { sumRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { amountAndStatusColumns } from "../../domain/amountAndStatusColumns.tsx";
import { yearOptions } from "../../domain/yearOptions.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { monthOptions } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { dayColumn, dayOrDash, houseColumn, textColumn } from "../../resource/columns.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { matchesSearch } from "../../resource/search.ts";
import { useListSearch } from "../../resource/useListSearch.ts";
import { FilterSelect, SearchBox, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type Receivable = RecordOf<typeof receivables>;

const readOnly = { create: false, update: false };

/** Installments of a year with whether they are paid. */
export function Receivables() {
  const now = monthOf(societyToday(new Date()));
  const search = useListSearch(["year", "month", "paid"]);
  const { terms } = search;
  const [yearText, setYear] = useUrlState("year", String(now.year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [paid, setPaid] = useUrlState("paid", "");
  const [sort, setSort] = useUrlState("sort", "-MonthYear", "replace");
  const year = reportYears.find((each) => String(each) === yearText) ?? now.year;
  const { rows, status, error, getHighlight, refetch } = useResource(receivables, { year });

  const visible = useMemo(() => {
    return rows.filter(
      (row) =>
        (monthText === "" || row.Month === Number(monthText)) &&
        (paid === "" || row.IsPaid === Number(paid)) &&
        matchesSearch(receivables, row, terms),
    );
  }, [rows, terms, monthText, paid]);
  const totals = useMemo(() => sumAmounts(visible), [visible]);
  const columns = useMemo(buildColumns, []);

  function rowState({ ReceivableID }: Receivable) {
    return { highlight: getHighlight(ReceivableID) };
  }

  return (
    <TabContent aria-label={t("Received")}>
      <HiddenHeading>{t("Received")}</HiddenHeading>
      <Toolbar
        label={t("Search and filter {nouns}", { nouns: t("receivables") })}
        end={
          <ExportMenu
            name={t("Received")}
            fileName="received"
            columns={columns}
            getRows={() => visible}
            sort={sort}
            isEmpty={visible.length === 0}
          />
        }
      >
        <SearchBox label={t("House, owner")} value={search.text} onChange={search.setText} />
        <FilterSelect label={t("Year")} value={String(year)} onChange={setYear} options={yearOptions} />
        <FilterSelect
          label={t("Month")}
          value={monthText}
          onChange={setMonth}
          placeholder={t("All Months")}
          options={monthOptions()}
        />
        <SegmentedControl label={t("Show")} value={paid} onChange={setPaid} options={paidOptions()} />
      </Toolbar>
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={refetch} />
      <Table
        label={t("Received")}
        rows={visible}
        rowKey={({ ReceivableID }) => String(ReceivableID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        loading={status === "loading"}
        totals={{ HouseNo: t("Total"), Amount: <Money rupees={totals.all} decimals={2} strong /> }}
        empty={
          <ResourceEmptyState
            error={error?.message}
            onRetry={refetch}
            onClearFilters={rows.length > 0 && search.isFiltered ? search.clear : undefined}
            title={t("No receivables found.")}
            noMatchesTitle={t("No receivables found.")}
          />
        }
        footer={
          <ResourceFooter
            visible={visible.length}
            total={rows.length}
            nouns={[t("installment"), t("installments")]}
            can={readOnly}
            isLoaded={status === "ready" || rows.length > 0}
          >
            <span>
              <Trans
                text="Paid {amount}"
                with={{ amount: <Money rupees={totals.paid} decimals={2} showCurrency strong /> }}
              />
            </span>
            <span>
              <Trans
                text="Unpaid {amount}"
                with={{ amount: <Money rupees={totals.unpaid} decimals={2} showCurrency strong /> }}
              />
            </span>
          </ResourceFooter>
        }
      />
    </TabContent>
  );
}

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
