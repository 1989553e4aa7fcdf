import { formatDay } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { receivables } from "../../../shared/resources/receivables.ts";
import { HousePlate } from "../../HousePlate.tsx";
import { say } from "../../lib/language.ts";
import type { Column } from "../../ui/TableTypes.ts";
import { moneyColumns } from "./moneyColumns.tsx";

type Receivable = RecordOf<typeof receivables>;

/** What the list of receivables shows. */
export function receivedColumns(): readonly Column<Receivable>[] {
  return [
    {
      key: "HouseNo",
      title: say("House"),
      width: 10,
      phone: "title",
      render: ({ HouseNo, CategoryName }, { tabIndex }) => (
        <HousePlate house={String(HouseNo)} category={String(CategoryName)} tabIndex={tabIndex} />
      ),
      sortValue: ({ HouseNo }) => String(HouseNo),
    },
    {
      key: "OwnerName",
      title: say("Owner"),
      width: 20,
      grow: 3,
      phone: "hidden",
      render: ({ OwnerName }) => <bdi>{OwnerName}</bdi>,
      sortValue: ({ OwnerName }) => String(OwnerName),
    },
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
      key: "PaidOnDate",
      title: say("Paid On"),
      width: 20,
      noteCell: true,
      phone: "meta",
      render: ({ PaidOnDate }) => (PaidOnDate ? <bdi dir="ltr">{formatDay(PaidOnDate)}</bdi> : "—"),
      renderPhone: ({ PaidOnDate }) => PaidOnDate && <bdi dir="ltr">{formatDay(PaidOnDate)}</bdi>,
      sortValue: ({ PaidOnDate }) => PaidOnDate,
      value: ({ PaidOnDate }) => PaidOnDate && { day: PaidOnDate },
    },
  ];
}
