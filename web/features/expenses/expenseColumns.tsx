import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { amountAndStatusColumns } from "../../domain/amountAndStatusColumns.tsx";
import { shortMonthName } from "../../i18n/months.ts";
import { t } from "../../i18n/t.ts";
import { dayColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

export type ExpenseRecord = RecordOf<typeof expenses>;

/** What the list of expenses shows. */
export function buildColumns(): readonly Column<ExpenseRecord>[] {
  return [
    {
      key: "Month",
      title: t("Month"),
      width: 10,
      mobileSlot: "sub",
      render: formatExpenseMonth,
      sortValue: ({ Year, Month }) => `${Year}-${Month}`,
      exportValue: ({ Month, Year }) => `${Month}/${Year}`,
    },
    textColumn({ key: "ExpenseType", title: t("Type"), width: 14, mobileSlot: "meta" }),
    textColumn({ key: "ExpenseTitle", title: t("Title"), width: 22, grow: 2, mobileSlot: "title" }),
    textColumn({ key: "Description", title: t("Description"), width: 20, grow: 2, mobileSlot: "hidden" }),
    ...amountAndStatusColumns(11),
    dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 13, mobileSlot: "hidden" }),
  ];
}

function formatExpenseMonth({ Month, Year }: ExpenseRecord): string {
  return t("{month} {year}", { month: shortMonthName(Number(Month)), year: Year });
}
