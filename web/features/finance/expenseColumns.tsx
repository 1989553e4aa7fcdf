import { formatDay, MONTH_NAMES } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { say, sayName } from "../../lib/language.ts";
import { Money } from "../../ui/Money.tsx";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

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
    {
      key: "Amount",
      title: say("Amount, Rs"),
      width: 14,
      align: "end",
      phone: "amount",
      render: ({ Amount }) => <Money rupees={Amount} decimals={2} strong />,
      sortValue: ({ Amount }) => Amount,
      value: ({ Amount }) => ({ rupees: Amount }),
    },
    {
      key: "IsPaid",
      title: say("State"),
      width: 11,
      phone: "meta",
      render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Due">{say("Unpaid")}</Status>),
      sortValue: ({ IsPaid }) => (IsPaid ? 1 : 0),
      value: ({ IsPaid }) => say(IsPaid ? "Paid" : "Unpaid"),
    },
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
