import { useCallback, useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { yearOptions } from "../../domain/yearOptions.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { ExpenseFields } from "./ExpenseFields.tsx";
import { buildColumns, type ExpenseRecord } from "./expenseColumns.tsx";
import { commonExpenseTypes, expenseMonthOptions } from "./expenseOptions.ts";

const all = "all";

/** What the society has spent and has still to pay, by month. */
export function Expenses() {
  const { rows } = useResource(expenses);
  const now = monthOf(societyToday(new Date()));
  const thisYear = String(now.year);
  const thisMonth = String(now.month).padStart(2, "0");
  const [year, setYear] = useUrlState("year", thisYear);
  const [month, setMonth] = useUrlState("month", all);
  const matches = useCallback(
    ({ Year, Month }: ExpenseRecord) => (year === all || Year === year) && (month === all || Month === month),
    [year, month],
  );
  const columns = useMemo(buildColumns, []);
  const types = useMemo(
    () => [...new Set([...rows.map((row) => row.ExpenseType), ...commonExpenseTypes])].sort(),
    [rows],
  );
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
      title={t("Expenses")}
      nouns={[t("expense"), t("expenses")]}
      columns={columns}
      defaultSort="-Month"
      defaultValues={blank}
      fields={() => <ExpenseFields types={types} />}
      filter={{
        paramNames: ["year", "month"],
        matches,
        controls: (
          <>
            <FilterSelect
              label={t("Month")}
              value={month}
              onChange={setMonth}
              options={[{ value: all, label: t("All Months") }, ...expenseMonthOptions()]}
            />
            <FilterSelect
              label={t("Year")}
              value={year}
              onChange={setYear}
              options={[{ value: all, label: t("All Years") }, ...yearOptions]}
            />
          </>
        ),
      }}
      importName="expenses"
      empty={{
        title: t("No expenses found."),
        text: t("What the society spends is set against what it receives, month by month."),
        noMatchesTitle: t("No expenses found."),
      }}
      deleteText={t("It goes from the month's report and from the dashboard at once.")}
      totals={(shown) => ({ Month: t("Total"), Amount: <Money rupees={sumAmounts(shown)} decimals={2} strong /> })}
      footer={(shown) => <ExpenseTotals shown={shown} />}
    />
  );
}

/** Cards have no line for sums, so the phone has the total here. */
function ExpenseTotals({ shown }: { shown: readonly ExpenseRecord[] }) {
  const phone = useIsMobile();
  return (
    <>
      {phone && (
        <span>
          <Trans
            text="Total {amount}"
            with={{ amount: <Money rupees={sumAmounts(shown)} decimals={2} showCurrency strong /> }}
          />
        </span>
      )}
      <span>
        <Trans
          text="Unpaid {amount}"
          with={{
            amount: <Money rupees={sumAmounts(shown.filter(({ IsPaid }) => !IsPaid))} decimals={2} showCurrency />,
          }}
        />
      </span>
    </>
  );
}

/** Rupees, added as whole paisa. */
function sumAmounts(rows: readonly ExpenseRecord[]): number {
  return toRupees(sumPaisa(rows.map(({ Amount }) => toPaisa(Amount))));
}
