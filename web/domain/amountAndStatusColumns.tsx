import { t } from "../i18n/t.ts";
import { amountColumn } from "../resource/columns.tsx";
import type { Column } from "../ui/table/tableTypes.ts";
import { Status } from "./Status.tsx";

/** What something costs and whether that is paid, as both lists show it. */
export function amountAndStatusColumns(stateWidth: number): readonly Column<{ Amount: number; IsPaid: 0 | 1 }>[] {
  return [
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 14, mobileSlot: "amount" }),
    {
      key: "IsPaid",
      title: t("State"),
      width: stateWidth,
      mobileSlot: "meta",
      render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Due">{t("Unpaid")}</Status>),
      sortValue: ({ IsPaid }) => IsPaid,
      exportValue: ({ IsPaid }) => t(IsPaid ? "Paid" : "Unpaid"),
    },
  ];
}
