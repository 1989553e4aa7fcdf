import { type Day, formatDay, societyToday } from "../dates.ts";
import { formatAmount } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import { type paymentReceipt, receiptName } from "../resources/payment-receipt.ts";
import { type DocumentRow, type DocumentTable, dash, type LabeledValue } from "./document-table.ts";
import { type DocumentLocale, type DocumentTranslate, english } from "./locale.ts";

/** A receipt as it travels, amounts in rupees. */
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
  | "VoidedAt"
>;

export interface ReceiptDocument {
  readonly receipt: Receipt;
  /** Those that it settles; one that is not among them is shown without its number and due date. */
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

export function receiptFacts({ receipt }: ReceiptDocument, say: DocumentTranslate = english.t): LabeledValue[] {
  const { HouseNo, OwnerName, PaymentDate, PaymentMethod } = receipt;
  return [
    { label: say("House"), value: HouseNo },
    { label: say("Date"), value: formatDay(PaymentDate) },
    { label: say("Received from"), value: OwnerName || dash },
    { label: say("Method"), value: say(PaymentMethod) },
  ];
}

export function receiptAmountInWords(
  { receipt }: ReceiptDocument,
  { amountInWords }: Pick<DocumentLocale, "amountInWords"> = english,
): string {
  return amountInWords(receipt.AmountPaid);
}

/** What became of the money: each installment's share, then the credit; always the whole amount. */
export function receiptTable(
  { receipt, installments }: ReceiptDocument,
  say: DocumentTranslate = english.t,
): DocumentTable {
  const known = new Map(installments.map((row) => [row.PaymentScheduleID, row]));
  const settled = receipt.Allocations.map(({ PaymentScheduleID, Amount }) => {
    const row = known.get(PaymentScheduleID);
    return {
      cells: [
        row ? say("Installment {number}", { number: row.InstallmentNumber }) : say("Installment"),
        row ? formatDay(row.DueDate) : dash,
        formatAmount(Amount),
      ],
      due: row?.DueDate ?? afterAllDates,
    };
  }).sort((a, b) => a.due.localeCompare(b.due));
  const left = [say("Credit left for later installments"), "", formatAmount(receipt.Credit)];
  const credit: DocumentRow[] = receipt.Credit > 0 ? [{ cells: left }] : [];
  return {
    columns: [
      { title: say("Settles"), widthShare: 3 },
      { title: say("Due date"), widthShare: 2 },
      { title: say("Amount, Rs"), widthShare: 2, isNumeric: true },
    ],
    rows: [
      ...settled.map(({ cells }) => ({ cells })),
      ...credit,
      { cells: [say("Total"), "", formatAmount(receipt.AmountPaid)], isTotal: true },
    ],
  };
}

/** After every due date. */
const afterAllDates = "9999";

/** What a voided receipt says of itself; undefined for one that holds. */
export function voidedText(
  { receipt: { VoidedAt } }: ReceiptDocument,
  say: DocumentTranslate = english.t,
): string | undefined {
  if (VoidedAt === null) return undefined;
  const day = formatDay(societyToday(new Date(VoidedAt)));
  return say("Voided on {day}: the amount counts as not received.", { day });
}
