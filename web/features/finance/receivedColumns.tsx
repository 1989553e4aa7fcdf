import type { RecordOf } from "../../../shared/registry.ts";
import type { receivables } from "../../../shared/resources/receivables.ts";
import { dayColumn, dayText, houseColumn, textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import type { Column } from "../../ui/TableTypes.ts";
import { moneyColumns } from "./moneyColumns.tsx";

type Receivable = RecordOf<typeof receivables>;

/** What the list of receivables shows. */
export function receivedColumns(): readonly Column<Receivable>[] {
  return [
    houseColumn({ title: say("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: say("Owner"), width: 20, grow: 3, phone: "hidden" }),
    {
      key: "MonthYear",
      title: say("Month"),
      width: 12,
      grow: 1,
      phone: "sub",
      render: ({ MonthYear }) => <bdi dir="ltr">{MonthYear}</bdi>,
      sortValue: ({ Year, Month }) => Year * 12 + Month,
      value: ({ MonthYear }) => MonthYear,
    },
    ...moneyColumns(14),
    {
      ...dayColumn({ key: "PaidOnDate", title: say("Paid On"), width: 20, noteCell: true, phone: "meta" }),
      renderPhone: ({ PaidOnDate }) => PaidOnDate && dayText(PaidOnDate),
    },
  ];
}
