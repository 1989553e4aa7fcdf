import { amountColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What something costs and whether that is paid, as both lists show it. */
export function moneyColumns(stateWidth: number): readonly Column<{ Amount: number; IsPaid: 0 | 1 }>[] {
  return [
    amountColumn({ key: "Amount", title: say("Amount, Rs"), width: 14, phone: "amount" }),
    {
      key: "IsPaid",
      title: say("State"),
      width: stateWidth,
      phone: "meta",
      render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Due">{say("Unpaid")}</Status>),
      sortValue: ({ IsPaid }) => IsPaid,
      value: ({ IsPaid }) => say(IsPaid ? "Paid" : "Unpaid"),
    },
  ];
}
