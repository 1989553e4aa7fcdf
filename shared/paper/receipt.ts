import { type Day, formatDay, societyToday } from "../dates.ts";
import { formatAmount } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import { type paymentReceipt, receiptName } from "../resources/payment-receipt.ts";
import { dash, type PaperRow, type PaperTable } from "./table.ts";
import { rupeesInWords } from "./words.ts";

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

export interface ReceiptPaper {
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

export function receiptFacts({ receipt }: ReceiptPaper): { label: string; value: string }[] {
  const { HouseNo, OwnerName, PaymentDate, PaymentMethod } = receipt;
  return [
    { label: "House", value: HouseNo },
    { label: "Date", value: formatDay(PaymentDate) },
    { label: "Received from", value: OwnerName || dash },
    { label: "Method", value: PaymentMethod },
  ];
}

export function receiptWords({ receipt }: ReceiptPaper): string {
  return rupeesInWords(receipt.AmountPaid);
}

/** What became of the money: each installment's share, then the credit; always the whole amount. */
export function receiptTable({ receipt, installments }: ReceiptPaper): PaperTable {
  const known = new Map(installments.map((row) => [row.PaymentScheduleID, row]));
  const settled = receipt.Allocations.map(({ PaymentScheduleID, Amount }) => {
    const row = known.get(PaymentScheduleID);
    return {
      cells: [
        row ? `Installment ${row.InstallmentNumber}` : "Installment",
        row ? formatDay(row.DueDate) : dash,
        formatAmount(Amount),
      ],
      due: row?.DueDate ?? last,
    };
  }).sort((a, b) => a.due.localeCompare(b.due));
  const credit: PaperRow[] =
    receipt.Credit > 0 ? [{ cells: ["Credit left for later installments", "", formatAmount(receipt.Credit)] }] : [];
  return {
    columns: [
      { title: "Settles", share: 3 },
      { title: "Due date", share: 2 },
      { title: "Amount, Rs", share: 2, figure: true },
    ],
    rows: [
      ...settled.map(({ cells }) => ({ cells })),
      ...credit,
      { cells: ["Total", "", formatAmount(receipt.AmountPaid)], closing: true },
    ],
  };
}

/** After every due date. */
const last = "9999";

/** What a voided receipt says of itself; undefined for one that holds. */
export function voidedText({ receipt: { VoidedAt } }: ReceiptPaper): string | undefined {
  if (VoidedAt === null) return undefined;
  return `Voided on ${formatDay(societyToday(new Date(VoidedAt)))}: the amount counts as not received.`;
}
