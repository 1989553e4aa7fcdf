import { formatDay, MONTH_NAMES } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { say, sayName } from "../../lib/language.ts";
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
    {
      key: "ExpenseType",
      title: say("Type"),
      width: 14,
      phone: "meta",
      render: ({ ExpenseType }) => <bdi>{ExpenseType}</bdi>,
      sortValue: ({ ExpenseType }) => ExpenseType,
    },
    {
      key: "ExpenseTitle",
      title: say("Title"),
      width: 22,
      grow: 2,
      phone: "title",
      render: ({ ExpenseTitle }) => <bdi>{ExpenseTitle}</bdi>,
      sortValue: ({ ExpenseTitle }) => ExpenseTitle,
    },
    {
      key: "Description",
      title: say("Description"),
      width: 20,
      grow: 2,
      phone: "hidden",
      render: ({ Description }) => <bdi>{Description || "—"}</bdi>,
      sortValue: ({ Description }) => Description,
    },
    ...moneyColumns(11),
    {
      key: "PaidOnDate",
      title: say("Paid On"),
      width: 13,
      phone: "hidden",
      render: ({ PaidOnDate }) => (PaidOnDate ? <bdi dir="ltr">{formatDay(PaidOnDate)}</bdi> : "—"),
      sortValue: ({ PaidOnDate }) => PaidOnDate,
      value: ({ PaidOnDate }) => PaidOnDate && { day: PaidOnDate },
    },
  ];
}

function monthText({ Month, Year }: ExpenseRecord): string {
  return say("{month} {year}", { month: sayName(MONTH_NAMES[Number(Month) - 1]?.slice(0, 3) ?? ""), year: Year });
}
