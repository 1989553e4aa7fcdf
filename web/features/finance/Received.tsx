import { useDeferredValue, useMemo, useRef } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords, wordsOf } from "../../resourceSearch.ts";
import { StaleNote } from "../../StaleNote.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Money } from "../../ui/Money.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Table } from "../../ui/Table.tsx";
import { sortRows } from "../../ui/TableSort.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useClearUrl } from "../../useClearUrl.ts";
import { useSearchText } from "../../useSearchText.ts";
import { monthChoices } from "./expenseChoices.ts";
import { receivedColumns } from "./receivedColumns.tsx";

type Receivable = RecordOf<typeof receivables>;

const may = { create: false, update: false };

/** What houses owe the society and have paid, installment by installment. */
export function Received() {
  const now = monthOf(societyToday(new Date()));
  const [text, setText] = useSearchText();
  const [yearText, setYear] = useUrlState("year", String(now.year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [paid, setPaid] = useUrlState("paid", "");
  const [sort, setSort] = useUrlState("sort", "-MonthYear");
  const year = reportYears.find((each) => String(each) === yearText) ?? now.year;
  const { rows, status, problem, glow, again } = useResource(receivables, { year });
  const filters = useClearUrl(["q", "year", "month", "paid"]);
  const search = useRef<HTMLInputElement>(null);
  useShortcut("/", () => search.current?.focus());

  const typed = useDeferredValue(text);
  const shown = useMemo(() => {
    const words = wordsOf(typed);
    return rows.filter(
      (row) =>
        (monthText === "" || row.Month === Number(monthText)) &&
        (paid === "" || row.IsPaid === Number(paid)) &&
        holdsWords(receivables, row, words),
    );
  }, [rows, typed, monthText, paid]);
  const sums = useMemo(() => sumsOf(shown), [shown]);

  function handleClear() {
    setText("");
    filters.clear();
  }

  function rowState({ ReceivableID }: Receivable) {
    return { glow: glow(ReceivableID) };
  }

  return (
    <Screen aria-label="Received">
      <Heading>Received</Heading>
      <Toolbar
        label="Search and filter receivables"
        end={
          <ExportMenu
            name="Received"
            file="received"
            columns={receivedColumns}
            rows={() => sortRows({ rows: shown, columns: receivedColumns, sort })}
            empty={shown.length === 0}
          />
        }
      >
        <SearchBox ref={search} label="House, owner" value={text} onChange={setText} />
        <FilterSelect label="Year" value={String(year)} onChange={setYear} options={years} />
        <FilterSelect label="Month" value={monthText} onChange={setMonth} options={months} />
        <Segment label="Show" value={paid} onChange={setPaid} options={states} />
      </Toolbar>
      {status === "failed" && rows.length > 0 && (
        <StaleNote problem={problem} otherwise={"Failed to fetch data"} onAgain={again} />
      )}
      <Table
        label="Received"
        rows={shown}
        rowKey={({ ReceivableID }) => String(ReceivableID)}
        columns={receivedColumns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        loading={status === "loading"}
        sums={{ HouseNo: "Total", Amount: <Money rupees={sums.all} decimals={2} strong /> }}
        empty={
          <ResourceEmpty
            problem={status === "failed" ? (problem?.message ?? "Failed to fetch data") : undefined}
            onAgain={again}
            narrowed={rows.length > 0 && (filters.some || text !== "")}
            onClear={handleClear}
            title="No receivables found."
            foundNone="No receivables found."
            text=""
            add={undefined}
          />
        }
        footer={
          <ResourceFooter
            shown={shown.length}
            total={rows.length}
            nouns={["installment", "installments"]}
            may={may}
            ready={status === "ready" || rows.length > 0}
          >
            <span>
              Paid <Money rupees={sums.paid} decimals={2} prefix strong />
            </span>
            <span>
              Unpaid <Money rupees={sums.unpaid} decimals={2} prefix strong />
            </span>
          </ResourceFooter>
        }
      />
    </Screen>
  );
}

const years = reportYears.map((year) => ({ value: String(year), label: String(year) }));
const months = [
  { value: "", label: "All" },
  ...monthChoices.map(({ value, label }) => ({ value: String(Number(value)), label })),
];
const states = [
  { value: "", label: "All" },
  { value: "1", label: "Paid" },
  { value: "0", label: "Unpaid" },
];

/** Rupees, added as whole paisa. */
function sumsOf(rows: readonly Receivable[]): { all: number; paid: number; unpaid: number } {
  const sum = (some: readonly Receivable[]) => toRupees(sumPaisa(some.map(({ Amount }) => toPaisa(Amount))));
  return {
    all: sum(rows),
    paid: sum(rows.filter(({ IsPaid }) => IsPaid === 1)),
    unpaid: sum(rows.filter(({ IsPaid }) => IsPaid === 0)),
  };
}
