import { formatDay, MONTH_NAMES } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { Money } from "../../ui/Money.tsx";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

export type ExpenseRecord = RecordOf<typeof expenses>;

/** What the list of expenses shows. */
export const expenseColumns: readonly Column<ExpenseRecord>[] = [
  {
    key: "Month",
    title: "Month",
    width: 10,
    phone: "sub",
    render: monthText,
    sortValue: ({ Year, Month }) => `${Year}-${Month}`,
    value: ({ Month, Year }) => `${Month}/${Year}`,
  },
  {
    key: "ExpenseType",
    title: "Type",
    width: 14,
    phone: "meta",
    render: ({ ExpenseType }) => ExpenseType,
    sortValue: ({ ExpenseType }) => ExpenseType,
  },
  {
    key: "ExpenseTitle",
    title: "Title",
    width: 22,
    grow: 2,
    phone: "title",
    render: ({ ExpenseTitle }) => ExpenseTitle,
    sortValue: ({ ExpenseTitle }) => ExpenseTitle,
  },
  {
    key: "Description",
    title: "Description",
    width: 20,
    grow: 2,
    phone: "hidden",
    render: ({ Description }) => Description || "—",
    sortValue: ({ Description }) => Description,
  },
  {
    key: "Amount",
    title: "Amount, Rs",
    width: 14,
    align: "end",
    phone: "amount",
    render: ({ Amount }) => <Money rupees={Amount} decimals={2} strong />,
    sortValue: ({ Amount }) => Amount,
    value: ({ Amount }) => ({ rupees: Amount }),
  },
  {
    key: "IsPaid",
    title: "State",
    width: 9,
    phone: "meta",
    render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Due">Unpaid</Status>),
    sortValue: ({ IsPaid }) => (IsPaid ? 1 : 0),
    value: ({ IsPaid }) => (IsPaid ? "Paid" : "Unpaid"),
  },
  {
    key: "PaidOnDate",
    title: "Paid On",
    width: 11,
    phone: "hidden",
    render: ({ PaidOnDate }) => (PaidOnDate ? formatDay(PaidOnDate) : "—"),
    sortValue: ({ PaidOnDate }) => PaidOnDate,
    value: ({ PaidOnDate }) => PaidOnDate && { day: PaidOnDate },
  },
];

function monthText({ Month, Year }: ExpenseRecord): string {
  return `${MONTH_NAMES[Number(Month) - 1]?.slice(0, 3)} ${Year}`;
}
