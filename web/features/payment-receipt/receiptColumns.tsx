import { createContext, type ReactNode, useContext, useMemo } from "react";
import styled, { css } from "styled-components";
import { type Day, formatDay, monthOf, societyToday } from "../../../shared/dates.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import { VoidedText } from "../../domain/receipts/VoidedText.tsx";
import { shortMonthName } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { houseColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { formatInstallmentCount } from "../service-rate/serviceRateText.ts";
import { describeMailStatus, MailCell, MailStatusLabel } from "./ReceiptMail.tsx";
import type { Receipt } from "./ReceiptToolbar.tsx";
import { InlineEditCell } from "./useInlineEdit.tsx";

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

/** The installments of a year by id, for the receipts that settle them. */
type InstallmentsByID = ReadonlyMap<number, { DueDate: Day; IsPaid: 0 | 1 }>;

const noInstallments: InstallmentsByID = new Map();

const InstallmentsContext = createContext(noInstallments);

/** Lets receipts name the months that they settle, to those who may see the schedule. */
export function SettledInstallmentsProvider({ year, children }: { year: number | undefined; children: ReactNode }) {
  const readable = useCanList(paymentSchedule);
  if (!readable) return children;
  return <YearInstallments year={year ?? monthOf(societyToday(new Date())).year}>{children}</YearInstallments>;
}

function YearInstallments({ year, children }: { year: number; children: ReactNode }) {
  const { rows } = useResource(paymentSchedule, { year });
  const months = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  return <InstallmentsContext value={months}>{children}</InstallmentsContext>;
}

/** Where the money went: the months it settles, and what is left as credit. */
function SettlementCell({ receipt }: { receipt: Receipt }) {
  const months = useContext(InstallmentsContext);
  if (receipt.VoidedAt !== null) return "—";
  const paid = listSettledMonths(receipt, months).join(t(", "));
  const credit = receipt.Credit > 0 ? t("credit {amount}", { amount: formatAmount(receipt.Credit, 2) }) : "";
  if (paid === "" || credit === "") return <bdi>{paid || credit || "—"}</bdi>;
  return (
    <TwoLines>
      <bdi>{paid}</bdi>
      <VisuallyHidden as="span">{t(", ")}</VisuallyHidden>
      <bdi>{credit}</bdi>
    </TwoLines>
  );
}

function listSettledMonths({ Allocations, PaymentDate }: Receipt, months: InstallmentsByID): readonly string[] {
  const count = Allocations.length;
  if (count === 0) return [];
  const rows = Allocations.flatMap(({ PaymentScheduleID }) => months.get(PaymentScheduleID) ?? []);
  if (rows.length < count) return [formatInstallmentCount(count)];
  const part = rows.some(({ IsPaid }) => IsPaid === 0) ? [t("part")] : [];
  if (count > 2) return [t("{count} months", { count }), ...part];
  return [...rows.map(({ DueDate }) => formatSettledMonth(DueDate, PaymentDate)), ...part];
}

function formatSettledMonth(due: Day, paid: Day): string {
  const { year, month } = monthOf(due);
  const name = shortMonthName(month);
  return year === monthOf(paid).year ? name : t("{month} {year}", { month: name, year });
}

/** One above the other in the height of a row; beside each other on a card. */
const TwoLines = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: grid;
    line-height: 1.2;

    ${theme.mobile} {
      ${typography("text")}
      display: inline-flex;
      flex-wrap: wrap;
      gap: ${theme.space.s};
    }
  `}
`;
