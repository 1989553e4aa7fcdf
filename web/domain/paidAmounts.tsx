import { sumRupees } from "../../shared/money.ts";
import { t } from "../i18n/t.ts";
import { amountColumn } from "../resource/columns.tsx";
import type { Column } from "../ui/table/tableTypes.ts";
import { Status } from "./Status.tsx";

/** The columns "Amount, Rs" and "State" (paid or unpaid). */
export function buildAmountAndStatusColumns(statusWidth: number): readonly Column<{ Amount: number; IsPaid: 0 | 1 }>[] {
  return [
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 14, mobileSlot: "amount" }),
    {
      key: "IsPaid",
      title: t("State"),
      width: statusWidth,
      mobileSlot: "meta",
      render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Not due yet">{t("Unpaid")}</Status>),
      sortValue: ({ IsPaid }) => IsPaid,
      exportValue: ({ IsPaid }) => t(IsPaid ? "Paid" : "Unpaid"),
    },
  ];
}

/** The sum of the amounts, in rupees. */
export function sumAmounts(rows: readonly { Amount: number }[]): number {
  return sumRupees(rows.map(({ Amount }) => Amount));
}
