import { useMemo } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { say } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { scheduleColumns } from "../../schedule/ScheduleColumns.tsx";
import { type Line, lineOf, oldestFirst } from "../../schedule/ScheduleLine.ts";
import { Ticking } from "../../schedule/ScheduleTick.tsx";
import { useTicking } from "../../schedule/ScheduleTicking.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Table } from "../../ui/Table.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { UnreadState } from "../../ui/UnreadState.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import type { HouseBooks } from "./useHouseBooks.ts";

/** The house's installments of a year or of all, and the ticks that say whether they are paid. */
export function HouseSchedule({ books, today }: { books: HouseBooks; today: Day }) {
  const { rows, status, problem, may, glow, again, update } = books.schedule;
  const thisYear = String(monthOf(today).year);
  const [year, setYear] = useUrlState("year", thisYear);
  const mayGenerate = useMay(paymentPlan.guards.list.page, "CanGeneratePaymentSchedule");
  const { busy, refused, toggle } = useTicking({ update, today });
  const columns = useMemo(
    () =>
      scheduleColumns()
        .filter(({ key }) => key !== "HouseNo")
        .map(fitted),
    [],
  );
  const lines = useMemo(() => rows.map((row) => lineOf(row, today)).sort(oldestFirst), [rows, today]);
  const shown = year === "all" ? lines : lines.filter(({ row }) => row.DueDate.startsWith(`${year}-`));
  const years = [...new Set([thisYear, ...lines.map(({ row }) => row.DueDate.slice(0, 4))])].sort();

  const handleTick = useHandler((line: Line) => void toggle(line.row));
  const ticking = useMemo(() => ({ may: may.update, busy, onTick: handleTick }), [may.update, busy, handleTick]);

  function rowState({ row }: Line) {
    const reason = refused.get(row.PaymentScheduleID);
    return reason === undefined ? { glow: glow(row.PaymentScheduleID) } : { refused: reason };
  }

  return (
    <Screen aria-label={say("Schedule")}>
      <Heading>{say("Schedule")}</Heading>
      {lines.length > 0 && (
        <Toolbar label={say("Year of the installments")}>
          <FilterSelect
            label={say("Year")}
            value={years.includes(year) ? year : "all"}
            onChange={setYear}
            options={[
              ...years.map((each) => ({ value: each, label: each })),
              { value: "all", label: say("All years") },
            ]}
          />
        </Toolbar>
      )}
      <Ticking value={ticking}>
        <Table
          label={say("Schedule")}
          rows={shown}
          rowKey={keyOf}
          columns={columns}
          rowState={rowState}
          onSpace={may.update ? handleTick : undefined}
          loading={status === "loading"}
          empty={
            status === "failed" ? (
              <UnreadState title={say("Failed to load payment schedule")} text={problem?.message} onAgain={again} />
            ) : lines.length > 0 ? (
              <EmptyState
                title={say("No installment falls due in {year}", { year })}
                action={<Button onClick={() => setYear("all")}>{say("Show all years")}</Button>}
              />
            ) : (
              <EmptyState
                title={say("This house has no installments yet")}
                text={
                  mayGenerate
                    ? say("Generate the schedule of a payment plan for its type, category and floor.")
                    : say("Installments appear here as soon as the office has made the schedule.")
                }
              />
            )
          }
        />
      </Ticking>
    </Screen>
  );
}

/** Where no group's head needs the room, all columns find place beside the owner. */
function fitted(column: Column<Line>): Column<Line> {
  const width = widths.get(column.key);
  return width === undefined ? column : { ...column, width };
}

const widths: ReadonlyMap<string, number> = new Map([
  ["IsPaid", 5],
  ["DueDate", 11],
  ["Amount", 9],
  ["Received", 9],
  ["Due", 11],
  ["Status", 11],
  ["PaidDate", 12],
]);

function keyOf({ row }: Line): string {
  return String(row.PaymentScheduleID);
}
