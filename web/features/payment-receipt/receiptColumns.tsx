import { createContext, type ReactNode, useContext, useMemo } from "react";
import styled from "styled-components";
import { type Day, monthOf, societyToday } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import { formatAllocationCount, formatInstallmentCount } from "../../domain/counts.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { buildPaymentDetailExportColumns, PaymentMethodCell } from "../../domain/receipts/paymentDetails.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { MailStatusLabel, receiptNameColumn, renderReceiptAmount } from "../../domain/receipts/receiptCells.tsx";
import { VoidNote } from "../../domain/voids.tsx";
import { formatTimestamp, shortMonthName } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { renderDay, renderShortDay, textColumn } from "../../resource/columns.tsx";
import type { ExportColumn } from "../../resource/export/ExportMenu.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { InlineEditCell } from "./InlineEditCell.tsx";
import { describeMailStatus, MailCell } from "./ReceiptMail.tsx";

/** House, amount, date, method with details, and remarks can be edited in the row. */
export function buildReceiptColumns({ showsVoided }: { showsVoided: boolean }): readonly Column<Receipt>[] {
  const house = houseColumn({ title: t("House"), width: 9.5 });
  return [
    receiptNameColumn({ width: 8, mobileSlot: "sub" }),
    {
      ...house,
      render: (receipt, focus) => (
        <InlineEditCell receipt={receipt} name="HouseNo">
          {house.render(receipt, focus)}
        </InlineEditCell>
      ),
      renderMobile: house.render,
    },
    textColumn({ key: "PayerName", title: t("Received from"), width: 14, grow: 2, mobileSlot: "sub" }),
    {
      key: "AmountPaid",
      title: t("Amount, Rs"),
      width: 11,
      align: "end",
      mobileSlot: "amount",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="AmountPaid">
          {renderReceiptAmount(receipt)}
        </InlineEditCell>
      ),
      renderMobile: renderReceiptAmount,
      sortValue: ({ AmountPaid }) => AmountPaid,
      exportValue: ({ AmountPaid }) => ({ rupees: AmountPaid }),
    },
    {
      key: "PaymentDate",
      title: t("Date"),
      width: 11,
      mobileSlot: "meta",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="PaymentDate">
          {renderDay(receipt.PaymentDate)}
        </InlineEditCell>
      ),
      renderMobile: ({ PaymentDate }) => renderShortDay(PaymentDate),
      sortValue: ({ PaymentDate }) => PaymentDate,
      exportValue: ({ PaymentDate }) => ({ day: PaymentDate }),
    },
    {
      key: "PaymentMethod",
      title: t("Method"),
      width: 16,
      grow: 2,
      mobileSlot: "hidden",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="PaymentMethod">
          <PaymentMethodCell receipt={receipt} />
        </InlineEditCell>
      ),
      sortValue: ({ PaymentMethod }) => t(PaymentMethod),
    },
    {
      key: "Remarks",
      title: t("Remarks"),
      width: 10,
      grow: 1,
      mobileSlot: "hidden",
      render: (receipt) => (
        <InlineEditCell receipt={receipt} name="Remarks">
          {receipt.Remarks ? <bdi title={receipt.Remarks}>{receipt.Remarks}</bdi> : "—"}
        </InlineEditCell>
      ),
      sortValue: ({ Remarks }) => Remarks,
    },
    showsVoided
      ? {
          key: "VoidReason",
          title: t("Voided"),
          width: 18,
          grow: 2,
          mobileSlot: "meta",
          render: (receipt) => <VoidNote id={receipt.PaymentReceiptID} record={receipt} />,
          sortValue: ({ VoidReason }) => VoidReason,
        }
      : {
          key: "Allocations",
          title: t("Settles"),
          width: 12,
          grow: 1,
          mobileSlot: "meta",
          render: (receipt) => <SettlementCell receipt={receipt} />,
          renderMobile: (receipt) => <SettlementText receipt={receipt} />,
        },
    {
      key: "IsEmailSent",
      title: t("Email"),
      width: 13.2,
      showsRowState: true,
      mobileSlot: showsVoided ? "hidden" : "meta",
      render: (receipt, { tabIndex }) => <MailCell receipt={receipt} tabIndex={tabIndex} />,
      renderMobile: (receipt) => <MailStatusLabel receipt={receipt} />,
      sortValue: describeMailStatus,
    },
  ];
}

/** The columns of the exported list, with the payment details in columns of their own. */
export function buildReceiptExportColumns(columns: readonly Column<Receipt>[]): readonly ExportColumn<Receipt>[] {
  const voidedAt: ExportColumn<Receipt> = {
    key: "VoidedAt",
    title: t("Voided on"),
    width: 16,
    exportValue: ({ VoidedAt }) => VoidedAt && formatTimestamp(VoidedAt),
  };
  return columns.flatMap((column) => {
    if (column.key === "PaymentMethod") return [column, ...buildPaymentDetailExportColumns()];
    return column.key === "VoidReason" ? [column, voidedAt] : [column];
  });
}

type InstallmentsById = ReadonlyMap<number, { DueDate: Day; IsPaid: 0 | 1 }>;

const noInstallments: InstallmentsById = new Map();

const InstallmentsContext = createContext(noInstallments);

/** Loads the installments of the year, so that receipts can name the months they settle. */
export function SettledInstallmentsProvider({ year, children }: { year: number | undefined; children: ReactNode }) {
  const canListInstallments = useCanList(paymentSchedule);
  if (!canListInstallments) return children;
  return <YearInstallments year={year ?? monthOf(societyToday(new Date())).year}>{children}</YearInstallments>;
}

function YearInstallments({ year, children }: { year: number; children: ReactNode }) {
  const { rows } = useResource(paymentSchedule, { year });
  const installments = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  return <InstallmentsContext value={installments}>{children}</InstallmentsContext>;
}

/** The months that the receipt settles, and below them the penalties it paid and the credit that is left. */
function SettlementCell({ receipt }: { receipt: Receipt }) {
  const { settledMonths, details } = useSettlement(receipt);
  if (settledMonths === "" || details === "") return <bdi>{settledMonths || details || "—"}</bdi>;
  return (
    <TwoLines>
      <bdi>{settledMonths}</bdi>
      <VisuallyHidden as="span">{t(", ")}</VisuallyHidden>
      <bdi>{details}</bdi>
    </TwoLines>
  );
}

function SettlementText({ receipt }: { receipt: Receipt }) {
  const { settledMonths, details } = useSettlement(receipt);
  return <bdi>{[settledMonths, details].filter(Boolean).join(t(", ")) || "—"}</bdi>;
}

function useSettlement(receipt: Receipt) {
  const installments = useContext(InstallmentsContext);
  const { PenaltyAmount, Credit } = receipt;
  const penalty = PenaltyAmount > 0 ? t("penalty {amount}", { amount: formatAmount(PenaltyAmount) }) : "";
  const credit = Credit > 0 ? t("credit {amount}", { amount: formatAmount(Credit) }) : "";
  return {
    settledMonths: listSettledMonths(receipt, installments).join(t(", ")),
    details: [penalty, credit].filter(Boolean).join(t(", ")),
  };
}

/**
 * The months of the settled installments, and the number of the settled charges. The installments are only counted if
 * there are more than two, or if one is not loaded because it is of another year.
 */
function listSettledMonths({ Allocations, PaymentDate }: Receipt, installments: InstallmentsById): readonly string[] {
  const charges = Allocations.filter(({ ChargeID }) => ChargeID !== undefined);
  const count = Allocations.length - charges.length;
  const rows = Allocations.flatMap(({ PaymentScheduleID = 0 }) => installments.get(PaymentScheduleID) ?? []);
  if (count === 0 || rows.length < count) return [formatAllocationCount(Allocations)].filter(Boolean);
  const partPaid = rows.some(({ IsPaid }) => IsPaid === 0) ? [t("part")] : [];
  const chargeTexts = charges.length > 0 ? [formatAllocationCount(charges)] : [];
  if (count > 2) return [formatInstallmentCount(count), ...partPaid, ...chargeTexts];
  return [...rows.map(({ DueDate }) => formatSettledMonth(DueDate, PaymentDate)), ...partPaid, ...chargeTexts];
}

function formatSettledMonth(dueDate: Day, paymentDate: Day): string {
  const { year, month } = monthOf(dueDate);
  const name = shortMonthName(month);
  return year === monthOf(paymentDate).year ? name : t("{month} {year}", { month: name, year });
}

/** Two small lines in a table row. */
const TwoLines = styled.span`
  ${typography("meta")}
  display: grid;
  line-height: 1.2;
`;
