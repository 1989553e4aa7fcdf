import type { ReactNode } from "react";
import { formatDay } from "../../../shared/dates.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { VoidedText } from "../../domain/receipts/VoidedText.tsx";
import { t } from "../../i18n/t.ts";
import { houseColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { InlineEditCell } from "./InlineEditCell.tsx";
import { describeMailStatus, MailCell, MailStatusLabel } from "./ReceiptMail.tsx";
import { SettlementCell } from "./SettlementCell.tsx";
import type { Receipt } from "./useReceiptFilters.ts";

/** What the list of receipts shows; amount, date, method and remarks can be changed in the row. */
export function buildReceiptColumns(): readonly Column<Receipt>[] {
  return [
    {
      key: "ReceiptNo",
      title: t("Receipt"),
      width: 8,
      mobileSlot: "sub",
      render: (receipt) => VoidedText(receipt, <bdi dir="ltr">{receiptName(receipt)}</bdi>),
      sortValue: ({ ReceiptNo }) => ReceiptNo,
      exportValue: receiptName,
    },
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 13, grow: 2, mobileSlot: "hidden" }),
    {
      key: "AmountPaid",
      title: t("Amount, Rs"),
      width: 12,
      align: "end",
      mobileSlot: "amount",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="AmountPaid">
          {renderAmount(receipt)}
        </InlineEditCell>
      ),
      renderMobile: renderAmount,
      sortValue: ({ AmountPaid }) => AmountPaid,
      exportValue: ({ AmountPaid }) => ({ rupees: AmountPaid }),
    },
    {
      key: "PaymentDate",
      title: t("Date"),
      width: 13,
      mobileSlot: "meta",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="PaymentDate">
          {renderPaymentDate(receipt)}
        </InlineEditCell>
      ),
      renderMobile: renderPaymentDate,
      sortValue: ({ PaymentDate }) => PaymentDate,
      exportValue: ({ PaymentDate }) => ({ day: PaymentDate }),
    },
    {
      key: "PaymentMethod",
      title: t("Method"),
      width: 14,
      mobileSlot: "hidden",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="PaymentMethod">
          {t(receipt.PaymentMethod)}
        </InlineEditCell>
      ),
      sortValue: ({ PaymentMethod }) => t(PaymentMethod),
    },
    {
      key: "Remarks",
      title: t("Remarks"),
      width: 11,
      grow: 2,
      mobileSlot: "hidden",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="Remarks">
          {receipt.Remarks ? <bdi title={receipt.Remarks}>{receipt.Remarks}</bdi> : "—"}
        </InlineEditCell>
      ),
      sortValue: ({ Remarks }) => Remarks,
    },
    {
      key: "Allocations",
      title: t("Settles"),
      width: 18,
      grow: 1,
      mobileSlot: "meta",
      render: (receipt) => <SettlementCell receipt={receipt} />,
    },
    {
      key: "IsEmailSent",
      title: t("Mail"),
      width: 15,
      showsRowState: true,
      mobileSlot: "meta",
      render: (receipt, { tabIndex }) => <MailCell receipt={receipt} tabIndex={tabIndex} />,
      renderMobile: (receipt) => <MailStatusLabel receipt={receipt} />,
      sortValue: describeMailStatus,
    },
  ];
}

function renderAmount(receipt: Receipt): ReactNode {
  return VoidedText(receipt, <Money rupees={receipt.AmountPaid} decimals={2} strong />);
}

function renderPaymentDate({ PaymentDate }: Receipt): ReactNode {
  return <bdi dir="ltr">{formatDay(PaymentDate)}</bdi>;
}
