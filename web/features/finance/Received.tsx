import { useDeferredValue, useMemo, useRef } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords, wordsOf } from "../../resourceSearch.ts";
import { Said } from "../../Said.tsx";
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
  const [sort, setSort] = useUrlState("sort", "-MonthYear", "typed");
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
  const columns = useMemo(receivedColumns, []);

  function handleClear() {
    setText("");
    filters.clear();
  }

  function rowState({ ReceivableID }: Receivable) {
    return { glow: glow(ReceivableID) };
  }

  return (
    <Screen aria-label={say("Received")}>
      <Heading>{say("Received")}</Heading>
      <Toolbar
        label={say("Search and filter {nouns}", { nouns: say("receivables") })}
        end={
          <ExportMenu
            name={say("Received")}
            file="received"
            columns={columns}
            rows={() => sortRows({ rows: shown, columns, sort })}
            empty={shown.length === 0}
          />
        }
      >
        <SearchBox ref={search} label={say("House, owner")} value={text} onChange={setText} />
        <FilterSelect label={say("Year")} value={String(year)} onChange={setYear} options={years} />
        <FilterSelect label={say("Month")} value={monthText} onChange={setMonth} options={months()} />
        <Segment label={say("Show")} value={paid} onChange={setPaid} options={states()} />
      </Toolbar>
      {status === "failed" && rows.length > 0 && (
        <StaleNote problem={problem} otherwise={say("Failed to fetch data")} onAgain={again} />
      )}
      <Table
        label={say("Received")}
        rows={shown}
        rowKey={({ ReceivableID }) => String(ReceivableID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        loading={status === "loading"}
        sums={{ HouseNo: say("Total"), Amount: <Money rupees={sums.all} decimals={2} strong /> }}
        empty={
          <ResourceEmpty
            problem={status === "failed" ? (problem?.message ?? say("Failed to fetch data")) : undefined}
            onAgain={again}
            narrowed={rows.length > 0 && (filters.some || text !== "")}
            onClear={handleClear}
            title={say("No receivables found.")}
            foundNone={say("No receivables found.")}
            text=""
            add={undefined}
          />
        }
        footer={
          <ResourceFooter
            shown={shown.length}
            total={rows.length}
            nouns={[say("installment"), say("installments")]}
            may={may}
            ready={status === "ready" || rows.length > 0}
          >
            <span>
              <Said text="Paid {amount}" with={{ amount: <Money rupees={sums.paid} decimals={2} prefix strong /> }} />
            </span>
            <span>
              <Said
                text="Unpaid {amount}"
                with={{ amount: <Money rupees={sums.unpaid} decimals={2} prefix strong /> }}
              />
            </span>
          </ResourceFooter>
        }
      />
    </Screen>
  );
}

const years = reportYears.map((year) => ({ value: String(year), label: String(year) }));

function months() {
  const choices = monthChoices().map(({ value, label }) => ({ value: String(Number(value)), label }));
  return [{ value: "", label: say("All Months") }, ...choices];
}

function states() {
  return [
    { value: "", label: say("All") },
    { value: "1", label: say("Paid") },
    { value: "0", label: say("Unpaid") },
  ];
}

/** Rupees, added as whole paisa. */
function sumsOf(rows: readonly Receivable[]): { all: number; paid: number; unpaid: number } {
  const sum = (some: readonly Receivable[]) => toRupees(sumPaisa(some.map(({ Amount }) => toPaisa(Amount))));
  return {
    all: sum(rows),
    paid: sum(rows.filter(({ IsPaid }) => IsPaid === 1)),
    unpaid: sum(rows.filter(({ IsPaid }) => IsPaid === 0)),
  };
}
