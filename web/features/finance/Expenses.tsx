import { useCallback, useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { Said } from "../../Said.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Money } from "../../ui/Money.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { yearOptions } from "../../yearOptions.ts";
import { ExpenseFields } from "./ExpenseFields.tsx";
import { monthChoices, usualTypes } from "./expenseChoices.ts";
import { type ExpenseRecord, expenseColumns } from "./expenseColumns.tsx";

const all = "all";

/** What the society has spent and has still to pay, by month. */
export function Expenses() {
  const { rows } = useResource(expenses);
  const now = monthOf(societyToday(new Date()));
  const thisYear = String(now.year);
  const thisMonth = String(now.month).padStart(2, "0");
  const [year, setYear] = useUrlState("year", thisYear);
  const [month, setMonth] = useUrlState("month", all);
  const shows = useCallback(
    ({ Year, Month }: ExpenseRecord) => (year === all || Year === year) && (month === all || Month === month),
    [year, month],
  );
  const columns = useMemo(expenseColumns, []);
  const types = useMemo(() => [...new Set([...rows.map((row) => row.ExpenseType), ...usualTypes])].sort(), [rows]);
  const blank = {
    ExpenseType: "",
    ExpenseTitle: "",
    Description: "",
    Month: month === all ? thisMonth : month,
    Year: year === all ? thisYear : year,
    Amount: undefined,
    IsPaid: false,
    PaidOnDate: undefined,
  };

  return (
    <ResourceScreen
      resource={expenses}
      title={say("Expenses")}
      nouns={[say("expense"), say("expenses")]}
      columns={columns}
      sort="-Month"
      blank={blank}
      fields={() => <ExpenseFields types={types} />}
      filter={{
        names: ["year", "month"],
        shows,
        controls: (
          <>
            <FilterSelect
              label={say("Month")}
              value={month}
              onChange={setMonth}
              options={[{ value: all, label: say("All Months") }, ...monthChoices()]}
            />
            <FilterSelect
              label={say("Year")}
              value={year}
              onChange={setYear}
              options={[{ value: all, label: say("All Years") }, ...yearOptions]}
            />
          </>
        ),
      }}
      imports="expenses"
      empty={{
        title: say("No expenses found."),
        text: say("What the society spends is set against what it receives, month by month."),
        foundNone: say("No expenses found."),
      }}
      deleteText={say("It goes from the month's report and from the dashboard at once.")}
      sums={(shown) => ({ Month: say("Total"), Amount: <Money rupees={sumOf(shown)} decimals={2} strong /> })}
      footer={(shown) => <Sums shown={shown} />}
    />
  );
}

/** Cards have no line for sums, so the phone has the total here. */
function Sums({ shown }: { shown: readonly ExpenseRecord[] }) {
  const phone = usePhone();
  return (
    <>
      {phone && (
        <span>
          <Said text="Total {amount}" with={{ amount: <Money rupees={sumOf(shown)} decimals={2} prefix strong /> }} />
        </span>
      )}
      <span>
        <Said
          text="Unpaid {amount}"
          with={{ amount: <Money rupees={sumOf(shown.filter(({ IsPaid }) => !IsPaid))} decimals={2} prefix /> }}
        />
      </span>
    </>
  );
}

/** Rupees, added as whole paisa. */
function sumOf(rows: readonly ExpenseRecord[]): number {
  return toRupees(sumPaisa(rows.map(({ Amount }) => toPaisa(Amount))));
}
