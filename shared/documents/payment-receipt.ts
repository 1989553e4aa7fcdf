import { type Day, formatDay, societyToday } from "../dates.ts";
import { formatAmount } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import { type paymentReceipt, receiptName } from "../resources/payment-receipt.ts";
import { type DocumentRow, type DocumentTable, dash, type LabeledValue } from "./document-table.ts";
import { type DocumentLocale, type DocumentTranslate, englishLocale } from "./locale.ts";

/** A receipt as the API sends it, amounts in rupees. */
type Receipt = Pick<
  RecordOf<typeof paymentReceipt>,
  | "ReceiptNo"
  | "HouseNo"
  | "OwnerName"
  | "AmountPaid"
  | "PaymentDate"
  | "PaymentMethod"
  | "Remarks"
  | "Allocations"
  | "Credit"
  | "PenaltyAmount"
  | "VoidedAt"
>;

export interface ReceiptDocument {
  readonly receipt: Receipt;
  /** The installments that the receipt pays. One that is missing here is shown without number and due date. */
  readonly installments: readonly {
    readonly PaymentScheduleID: number;
    readonly InstallmentNumber: number;
    readonly DueDate: Day;
  }[];
}

/** `receipt_R-12.pdf`. */
export function receiptFileName(receipt: Pick<Receipt, "ReceiptNo">): string {
  return `receipt_${receiptName(receipt)}.pdf`;
}

/** House, date, owner and method of the receipt. */
export function receiptDetails({ receipt }: ReceiptDocument, t: DocumentTranslate = englishLocale.t): LabeledValue[] {
  const { HouseNo, OwnerName, PaymentDate, PaymentMethod } = receipt;
  return [
    { label: t("House"), value: HouseNo },
    { label: t("Date"), value: formatDay(PaymentDate) },
    { label: t("Received from"), value: OwnerName || dash },
    { label: t("Method"), value: t(PaymentMethod) },
  ];
}

/** The amount of the receipt in words of the language. */
export function receiptAmountInWords(
  { receipt }: ReceiptDocument,
  { amountInWords }: Pick<DocumentLocale, "amountInWords"> = englishLocale,
): string {
  return amountInWords(receipt.AmountPaid);
}

/** The use of the amount: a row per installment, the credit, the total, and how much of it paid penalties. */
export function receiptTable(
  { receipt, installments }: ReceiptDocument,
  t: DocumentTranslate = englishLocale.t,
): DocumentTable {
  const installmentById = new Map(installments.map((row) => [row.PaymentScheduleID, row]));
  const settledRows = receipt.Allocations.map(({ PaymentScheduleID, Amount }) => {
    const row = PaymentScheduleID === undefined ? undefined : installmentById.get(PaymentScheduleID);
    const kind = PaymentScheduleID === undefined ? t("Charge") : t("Installment");
    return {
      cells: [
        row ? t("Installment {number}", { number: row.InstallmentNumber }) : kind,
        row ? formatDay(row.DueDate) : dash,
        formatAmount(Amount),
      ],
      dueDate: row?.DueDate ?? afterAllDates,
    };
  }).sort((a, b) => a.dueDate.localeCompare(b.dueDate));
  const creditCells = [t("Credit left for later installments"), "", formatAmount(receipt.Credit)];
  const creditRows: DocumentRow[] = receipt.Credit > 0 ? [{ cells: creditCells }] : [];
  const penaltyRow: DocumentRow = { cells: [t("Penalties in this amount"), "", formatAmount(receipt.PenaltyAmount)] };
  return {
    columns: [
      { title: t("Settles"), widthShare: 3 },
      { title: t("Due date"), widthShare: 2 },
      { title: t("Amount, Rs"), widthShare: 2, isNumeric: true },
    ],
    rows: [
      ...settledRows.map(({ cells }) => ({ cells })),
      ...creditRows,
      { cells: [t("Total"), "", formatAmount(receipt.AmountPaid)], isTotal: true },
      ...(receipt.PenaltyAmount > 0 ? [penaltyRow] : []),
    ],
  };
}

/** Sorts after every due date. */
const afterAllDates = "9999";

/** The notice on a voided receipt; undefined when it is not voided. */
export function voidedText(
  { receipt: { VoidedAt } }: ReceiptDocument,
  t: DocumentTranslate = englishLocale.t,
): string | undefined {
  if (VoidedAt === null) return undefined;
  const day = formatDay(societyToday(new Date(VoidedAt)));
  return t("Voided on {day}: the amount counts as not received.", { day });
}
