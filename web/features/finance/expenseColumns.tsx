import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { dayColumn, textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { shortMonthName } from "../../months.ts";
import type { Column } from "../../ui/TableTypes.ts";
import { moneyColumns } from "./moneyColumns.tsx";

export type ExpenseRecord = RecordOf<typeof expenses>;

/** What the list of expenses shows. */
export function expenseColumns(): readonly Column<ExpenseRecord>[] {
  return [
    {
      key: "Month",
      title: say("Month"),
      width: 10,
      phone: "sub",
      render: monthText,
      sortValue: ({ Year, Month }) => `${Year}-${Month}`,
      value: ({ Month, Year }) => `${Month}/${Year}`,
    },
    textColumn({ key: "ExpenseType", title: say("Type"), width: 14, phone: "meta" }),
    textColumn({ key: "ExpenseTitle", title: say("Title"), width: 22, grow: 2, phone: "title" }),
    textColumn({ key: "Description", title: say("Description"), width: 20, grow: 2, phone: "hidden" }),
    ...moneyColumns(11),
    dayColumn({ key: "PaidOnDate", title: say("Paid On"), width: 13, phone: "hidden" }),
  ];
}

function monthText({ Month, Year }: ExpenseRecord): string {
  return say("{month} {year}", { month: shortMonthName(Number(Month)), year: Year });
}
