import { useMemo } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { type PaisaSum, toRupees } from "../../../shared/money.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { useCan } from "../../api/session.ts";
import { TickAccountSelect } from "../../domain/accounts.tsx";
import { buildScheduleColumns, MarkPaidContext } from "../../domain/schedule/scheduleColumns.tsx";
import {
  compareEntriesByDueDate,
  type ScheduleEntry,
  sumScheduleAmounts,
  toScheduleEntry,
} from "../../domain/schedule/scheduleEntry.ts";
import { useMarkPaidTable } from "../../domain/schedule/useMarkPaid.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import type { HouseRecords } from "./useHouseRecords.ts";

/** The installments of the house, of one or all years; users with the right can mark them as paid. */
export function ScheduleTab({ records, today }: { records: HouseRecords; today: Day }) {
  const { rows, status, error, refetch } = records.schedule;
  const thisYear = String(monthOf(today).year);
  const [requestedYear, setYear] = useUrlState("year", thisYear);
  const year = /^(2\d{3}|all)$/.test(requestedYear) ? requestedYear : thisYear;
  const canGenerate = useCan(paymentPlan.guards.list.page, "CanGeneratePaymentSchedule");
  const { contextValue, tableProps } = useMarkPaidTable(records.schedule, today);
  const columns = useMemo(
    () =>
      buildScheduleColumns()
        .filter(({ key }) => key !== "HouseNo")
        .map(toCompactColumn),
    [],
  );
  const entries = useMemo(
    () => rows.map((row) => toScheduleEntry(row, today)).sort(compareEntriesByDueDate),
    [rows, today],
  );
  const visibleEntries = year === "all" ? entries : entries.filter(({ row }) => row.DueDate.startsWith(`${year}-`));
  const selectedYears = year === "all" ? [] : [year];
  const years = [...new Set([thisYear, ...selectedYears, ...entries.map(({ row }) => row.DueDate.slice(0, 4))])].sort();

  return (
    <TabContent title={t("Schedule")}>
      {entries.length > 0 && (
        <Toolbar label={t("Year of the installments")}>
          <FilterSelect
            label={t("Year")}
            value={year}
            onChange={setYear}
            options={[...years.map((each) => ({ value: each, label: each })), { value: "all", label: t("All years") }]}
          />
          {records.schedule.can.update && <TickAccountSelect />}
        </Toolbar>
      )}
      <MarkPaidContext value={contextValue}>
        <Table
          {...tableProps}
          label={t("Schedule")}
          rows={visibleEntries}
          columns={columns}
          totals={buildTotals(visibleEntries)}
          empty={
            status === "failed" ? (
              <FailedRequest
                error={error}
                title={t("Failed to load payment schedule")}
                text={error?.message}
                onRetry={refetch}
              />
            ) : entries.length > 0 ? (
              <EmptyState
                title={t("No installment is due in {year}", { year })}
                action={<Button onClick={() => setYear("all")}>{t("Show all years")}</Button>}
              />
            ) : (
              <EmptyState
                title={t("This house has no installments yet")}
                text={
                  canGenerate
                    ? t("Generate the schedule of a payment plan for its type, category and floor.")
                    : t("Installments appear here once the office has generated the schedule.")
                }
              />
            )
          }
        />
      </MarkPaidContext>
    </TabContent>
  );
}

function buildTotals(entries: readonly ScheduleEntry[]) {
  const { amount, penalty, received, outstanding } = sumScheduleAmounts(entries);
  return {
    IsPaid: t("Total"),
    Amount: renderSum(amount),
    Penalty: renderSum(penalty),
    Received: renderSum(received),
    Outstanding: renderSum(outstanding),
  };
}

function renderSum(amount: PaisaSum) {
  return <Money rupees={toRupees(amount)} strong dashIfZero />;
}

/**
 * Narrower columns than in the grouped schedule, so that all fit beside the info panel. On a tablet the month is left
 * out: the due date contains it.
 */
function toCompactColumn(column: Column<ScheduleEntry>): Column<ScheduleEntry> {
  return { ...column, ...compactColumns.get(column.key) };
}

const compactColumns: ReadonlyMap<string, Partial<Column<ScheduleEntry>>> = new Map([
  ["IsPaid", { width: 5 }],
  ["Month", { dropOrder: 2 }],
  ["DueDate", { width: 10 }],
  ["Amount", { width: 9 }],
  ["Received", { width: 9 }],
  ["Outstanding", { width: 9.5 }],
  ["Status", { width: 15.5 }],
  ["PaidDate", { width: 10 }],
]);
