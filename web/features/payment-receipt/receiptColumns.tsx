import { createContext, type ReactNode, useContext, useMemo } from "react";
import styled from "styled-components";
import { type Day, monthOf, societyDayAt } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import { formatAllocationCount, formatInstallmentCount } from "../../domain/counts.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { buildPaymentDetailExportColumns, PaymentMethodCell } from "../../domain/receipts/paymentDetails.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { MailStatusLabel, receiptNameColumn, renderReceiptAmount } from "../../domain/receipts/receiptCells.tsx";
import { VoidNote } from "../../domain/voids.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
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

/** The columns of the list. House, amount, date, method with details, and remarks can be edited in the row. */
export function buildReceiptColumns({ showsOnlyVoided }: { showsOnlyVoided: boolean }): readonly Column<Receipt>[] {
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
    showsOnlyVoided
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
      mobileSlot: showsOnlyVoided ? "hidden" : "meta",
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

interface YearInstallmentsProviderProps {
  /** The current year when undefined. */
  year: number | undefined;
  children: ReactNode;
}

/** Loads the installments of the year, if the user may list them, so that receipts can name the months they settle. */
export function YearInstallmentsProvider({ year, children }: YearInstallmentsProviderProps) {
  const canListInstallments = useCanList(paymentSchedule);
  const loadedYear = year ?? monthOf(societyDayAt(serverNow())).year;
  const { rows } = useResource(paymentSchedule, canListInstallments ? { year: loadedYear } : null);
  const installments = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  return <InstallmentsContext value={installments}>{children}</InstallmentsContext>;
}

/** What the receipt settles, and below it the penalties it paid and the credit that is left. */
function SettlementCell({ receipt }: { receipt: Receipt }) {
  const { settledItems, penaltyAndCredit } = useSettlement(receipt);
  if (settledItems === "" || penaltyAndCredit === "") return <bdi>{settledItems || penaltyAndCredit || "—"}</bdi>;
  return (
    <TwoLines>
      <bdi>{settledItems}</bdi>
      <VisuallyHidden as="span">{t(", ")}</VisuallyHidden>
      <bdi>{penaltyAndCredit}</bdi>
    </TwoLines>
  );
}

function SettlementText({ receipt }: { receipt: Receipt }) {
  const { settledItems, penaltyAndCredit } = useSettlement(receipt);
  return <bdi>{[settledItems, penaltyAndCredit].filter(Boolean).join(t(", ")) || "—"}</bdi>;
}

function useSettlement(receipt: Receipt) {
  const installments = useContext(InstallmentsContext);
  const { PenaltyAmount, Credit } = receipt;
  const penalty = PenaltyAmount > 0 ? t("penalty {amount}", { amount: formatAmount(PenaltyAmount) }) : "";
  const credit = Credit > 0 ? t("credit {amount}", { amount: formatAmount(Credit) }) : "";
  return {
    settledItems: describeSettledItems(receipt, installments).join(t(", ")),
    penaltyAndCredit: [penalty, credit].filter(Boolean).join(t(", ")),
  };
}

/**
 * Names the months of the settled installments, or gives just their number if there are more than two; then "part" if
 * one is not fully paid; then the number of settled charges. If an installment is not loaded, because it is of another
 * year, gives only the numbers of installments and charges.
 */
function describeSettledItems(
  { Allocations, PaymentDate }: Receipt,
  installments: InstallmentsById,
): readonly string[] {
  const charges = Allocations.filter(({ ChargeID }) => ChargeID !== undefined);
  const installmentCount = Allocations.length - charges.length;
  const loadedInstallments = Allocations.flatMap(
    ({ PaymentScheduleID = 0 }) => installments.get(PaymentScheduleID) ?? [],
  );
  if (installmentCount === 0 || loadedInstallments.length < installmentCount)
    return [formatAllocationCount(Allocations)].filter(Boolean);
  const partPaidTexts = loadedInstallments.some(({ IsPaid }) => IsPaid === 0) ? [t("part")] : [];
  const chargeTexts = charges.length > 0 ? [formatAllocationCount(charges)] : [];
  const installmentTexts =
    installmentCount > 2
      ? [formatInstallmentCount(installmentCount)]
      : loadedInstallments.map(({ DueDate }) => formatSettledMonth(DueDate, PaymentDate));
  return [...installmentTexts, ...partPaidTexts, ...chargeTexts];
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
