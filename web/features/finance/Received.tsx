import { useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { receivables } from "../../../shared/resources/receivables.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { monthOptions } from "../../monthOptions.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords } from "../../resourceSearch.ts";
import { Said } from "../../Said.tsx";
import { StaleNote } from "../../StaleNote.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Money } from "../../ui/Money.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Table } from "../../ui/Table.tsx";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useListSearch } from "../../useListSearch.ts";
import { yearOptions } from "../../yearOptions.ts";
import { receivedColumns } from "./receivedColumns.tsx";

type Receivable = RecordOf<typeof receivables>;

const may = { create: false, update: false };

/** What houses owe the society and have paid, installment by installment. */
export function Received() {
  const now = monthOf(societyToday(new Date()));
  const search = useListSearch(["year", "month", "paid"]);
  const { words } = search;
  const [yearText, setYear] = useUrlState("year", String(now.year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [paid, setPaid] = useUrlState("paid", "");
  const [sort, setSort] = useUrlState("sort", "-MonthYear", "typed");
  const year = reportYears.find((each) => String(each) === yearText) ?? now.year;
  const { rows, status, problem, glow, again } = useResource(receivables, { year });

  const shown = useMemo(() => {
    return rows.filter(
      (row) =>
        (monthText === "" || row.Month === Number(monthText)) &&
        (paid === "" || row.IsPaid === Number(paid)) &&
        holdsWords(receivables, row, words),
    );
  }, [rows, words, monthText, paid]);
  const sums = useMemo(() => sumsOf(shown), [shown]);
  const columns = useMemo(receivedColumns, []);

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
            rows={() => shown}
            sort={sort}
            empty={shown.length === 0}
          />
        }
      >
        <SearchBox label={say("House, owner")} value={search.text} onChange={search.setText} />
        <FilterSelect label={say("Year")} value={String(year)} onChange={setYear} options={yearOptions} />
        <FilterSelect
          label={say("Month")}
          value={monthText}
          onChange={setMonth}
          none={say("All Months")}
          options={monthOptions()}
        />
        <Segment label={say("Show")} value={paid} onChange={setPaid} options={states()} />
      </Toolbar>
      <StaleNote problem={problem} shown={rows.length > 0} onAgain={again} />
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
            problem={problem?.message}
            onAgain={again}
            onClear={rows.length > 0 && search.narrowed ? search.clear : undefined}
            title={say("No receivables found.")}
            foundNone={say("No receivables found.")}
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
