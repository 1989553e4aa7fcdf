import type { ReactNode } from "react";
import { formatDay } from "../../../shared/dates.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { houseColumn, textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { struck } from "../../struck.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { ReceiptCell } from "./ReceiptCells.tsx";
import type { Receipt } from "./ReceiptFilter.ts";
import { MailCell, MailMark, mailText } from "./ReceiptMail.tsx";
import { Settles } from "./ReceiptSettles.tsx";

/** What the list of receipts shows; amount, date, method and remarks can be changed in the row. */
export function receiptColumns(): readonly Column<Receipt>[] {
  return [
    {
      key: "ReceiptNo",
      title: say("Receipt"),
      width: 8,
      phone: "sub",
      render: (receipt) => struck(receipt, <bdi dir="ltr">{receiptName(receipt)}</bdi>),
      sortValue: ({ ReceiptNo }) => ReceiptNo,
      value: receiptName,
    },
    houseColumn({ title: say("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: say("Owner"), width: 13, grow: 2, phone: "hidden" }),
    {
      key: "AmountPaid",
      title: say("Amount, Rs"),
      width: 12,
      align: "end",
      phone: "amount",
      render: (receipt) => (
        <ReceiptCell receipt={receipt} name="AmountPaid">
          {amount(receipt)}
        </ReceiptCell>
      ),
      renderPhone: amount,
      sortValue: ({ AmountPaid }) => AmountPaid,
      value: ({ AmountPaid }) => ({ rupees: AmountPaid }),
    },
    {
      key: "PaymentDate",
      title: say("Date"),
      width: 13,
      phone: "meta",
      render: (receipt) => (
        <ReceiptCell receipt={receipt} name="PaymentDate">
          {paidOn(receipt)}
        </ReceiptCell>
      ),
      renderPhone: paidOn,
      sortValue: ({ PaymentDate }) => PaymentDate,
      value: ({ PaymentDate }) => ({ day: PaymentDate }),
    },
    {
      key: "PaymentMethod",
      title: say("Method"),
      width: 14,
      phone: "hidden",
      render: (receipt) => (
        <ReceiptCell receipt={receipt} name="PaymentMethod">
          {say(receipt.PaymentMethod)}
        </ReceiptCell>
      ),
      sortValue: ({ PaymentMethod }) => say(PaymentMethod),
    },
    {
      key: "Remarks",
      title: say("Remarks"),
      width: 11,
      grow: 2,
      phone: "hidden",
      render: (receipt) => (
        <ReceiptCell receipt={receipt} name="Remarks">
          {receipt.Remarks ? <bdi title={receipt.Remarks}>{receipt.Remarks}</bdi> : "—"}
        </ReceiptCell>
      ),
      sortValue: ({ Remarks }) => Remarks,
    },
    {
      key: "Allocations",
      title: say("Settles"),
      width: 18,
      grow: 1,
      phone: "meta",
      render: (receipt) => <Settles receipt={receipt} />,
    },
    {
      key: "IsEmailSent",
      title: say("Mail"),
      width: 15,
      noteCell: true,
      phone: "meta",
      render: (receipt, { tabIndex }) => <MailCell receipt={receipt} tabIndex={tabIndex} />,
      renderPhone: (receipt) => <MailMark receipt={receipt} />,
      sortValue: mailText,
    },
  ];
}

function amount(receipt: Receipt): ReactNode {
  return struck(receipt, <Money rupees={receipt.AmountPaid} decimals={2} strong />);
}

function paidOn({ PaymentDate }: Receipt): ReactNode {
  return <bdi dir="ltr">{formatDay(PaymentDate)}</bdi>;
}
