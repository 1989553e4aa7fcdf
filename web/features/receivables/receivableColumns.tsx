import type { RecordOf } from "../../../shared/registry.ts";
import type { receivables } from "../../../shared/resources/receivables.ts";
import { amountAndStatusColumns } from "../../domain/amountAndStatusColumns.tsx";
import { t } from "../../i18n/t.ts";
import { dayColumn, dayOrDash, houseColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

type Receivable = RecordOf<typeof receivables>;

/** What the list of receivables shows. */
export function buildColumns(): readonly Column<Receivable>[] {
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 20, grow: 3, mobileSlot: "hidden" }),
    {
      key: "MonthYear",
      title: t("Month"),
      width: 12,
      grow: 1,
      mobileSlot: "sub",
      render: ({ MonthYear }) => <bdi dir="ltr">{MonthYear}</bdi>,
      sortValue: ({ Year, Month }) => Year * 12 + Month,
      exportValue: ({ MonthYear }) => MonthYear,
    },
    ...amountAndStatusColumns(14),
    {
      ...dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 20, showsRowState: true, mobileSlot: "meta" }),
      renderMobile: ({ PaidOnDate }) => PaidOnDate && dayOrDash(PaidOnDate),
    },
  ];
}
