import type { ReactNode } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { dayColumn, nameColumn, textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { struck } from "../../struck.tsx";
import type { Tone } from "../../ui/Badge.tsx";
import type { IconName } from "../../ui/Icon.tsx";
import { Money, rupeeText } from "../../ui/Money.tsx";
import { StatusMark } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import type { Receipt } from "./useHouseBooks.ts";

/** What a house's list of receipts shows. */
export function houseReceiptColumns(): readonly Column<Receipt>[] {
  return [
    {
      key: "ReceiptNo",
      title: say("Receipt"),
      width: 9,
      phone: "title",
      render: (receipt) => struck(receipt, <bdi dir="ltr">{receiptName(receipt)}</bdi>),
      sortValue: ({ ReceiptNo }) => ReceiptNo,
    },
    dayColumn({ key: "PaymentDate", title: say("Date"), width: 10, phone: "sub" }),
    nameColumn({ key: "PaymentMethod", title: say("Method"), width: 12, phone: "meta" }),
    {
      key: "AmountPaid",
      title: say("Amount, Rs"),
      width: 11,
      align: "end",
      phone: "amount",
      render: (receipt) => struck(receipt, <Money rupees={receipt.AmountPaid} decimals={2} strong />),
      sortValue: ({ AmountPaid }) => AmountPaid,
    },
    {
      key: "Allocations",
      title: say("Settles"),
      width: 16,
      grow: 1,
      phone: "hidden",
      render: (receipt) => <bdi title={settles(receipt)}>{settles(receipt)}</bdi>,
    },
    textColumn({ key: "Remarks", title: say("Remarks"), width: 12, grow: 1, phone: "hidden" }),
    {
      key: "State",
      title: say("State"),
      width: 15,
      noteCell: true,
      phone: "meta",
      render: state,
    },
  ];
}

function settles({ Allocations, Credit, VoidedAt }: Receipt): string {
  if (VoidedAt !== null) return "—";
  const count = Allocations.length;
  const parts = [
    count === 1 ? say("1 installment") : count > 1 ? say("{count} installments", { count }) : "",
    Credit > 0 ? say("credit {amount}", { amount: rupeeText(Credit, 2) }) : "",
  ];
  return parts.filter(Boolean).join(say(", ")) || "—";
}

function state(receipt: Receipt): ReactNode {
  const { icon, tone, text } = stateOf(receipt);
  return (
    <StatusMark icon={icon} tone={tone}>
      {text}
    </StatusMark>
  );
}

function stateOf({ VoidedAt, IsEmailSent, ImportKey, EmailID }: Receipt): { icon: IconName; tone: Tone; text: string } {
  if (VoidedAt !== null) return { icon: "x", tone: "neutral", text: say("Voided") };
  if (IsEmailSent) return { icon: "mail-check", tone: "good", text: say("Mailed") };
  if (ImportKey) return { icon: "sheet", tone: "neutral", text: say("Imported") };
  if (!EmailID) return { icon: "mail-x", tone: "neutral", text: say("No e-mail") };
  return { icon: "mail", tone: "neutral", text: say("Not mailed yet") };
}
