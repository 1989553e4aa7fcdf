import { type Day, formatDay, societyToday } from "../dates.ts";
import { formatAmount } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import { type paymentReceipt, receiptName } from "../resources/payment-receipt.ts";
import { english, type PaperLanguage, type PaperSay } from "./language.ts";
import { dash, type PaperFact, type PaperRow, type PaperTable } from "./table.ts";

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

export function receiptFacts({ receipt }: ReceiptPaper, say: PaperSay = english.say): PaperFact[] {
  const { HouseNo, OwnerName, PaymentDate, PaymentMethod } = receipt;
  return [
    { label: say("House"), value: HouseNo },
    { label: say("Date"), value: formatDay(PaymentDate) },
    { label: say("Received from"), value: OwnerName || dash },
    { label: say("Method"), value: say(PaymentMethod) },
  ];
}

export function receiptWords({ receipt }: ReceiptPaper, { spell }: Pick<PaperLanguage, "spell"> = english): string {
  return spell(receipt.AmountPaid);
}

/** What became of the money: each installment's share, then the credit; always the whole amount. */
export function receiptTable({ receipt, installments }: ReceiptPaper, say: PaperSay = english.say): PaperTable {
  const known = new Map(installments.map((row) => [row.PaymentScheduleID, row]));
  const settled = receipt.Allocations.map(({ PaymentScheduleID, Amount }) => {
    const row = known.get(PaymentScheduleID);
    return {
      cells: [
        row ? say("Installment {number}", { number: row.InstallmentNumber }) : say("Installment"),
        row ? formatDay(row.DueDate) : dash,
        formatAmount(Amount),
      ],
      due: row?.DueDate ?? last,
    };
  }).sort((a, b) => a.due.localeCompare(b.due));
  const left = [say("Credit left for later installments"), "", formatAmount(receipt.Credit)];
  const credit: PaperRow[] = receipt.Credit > 0 ? [{ cells: left }] : [];
  return {
    columns: [
      { title: say("Settles"), share: 3 },
      { title: say("Due date"), share: 2 },
      { title: say("Amount, Rs"), share: 2, figure: true },
    ],
    rows: [
      ...settled.map(({ cells }) => ({ cells })),
      ...credit,
      { cells: [say("Total"), "", formatAmount(receipt.AmountPaid)], closing: true },
    ],
  };
}

/** After every due date. */
const last = "9999";

/** What a voided receipt says of itself; undefined for one that holds. */
export function voidedText({ receipt: { VoidedAt } }: ReceiptPaper, say: PaperSay = english.say): string | undefined {
  if (VoidedAt === null) return undefined;
  const day = formatDay(societyToday(new Date(VoidedAt)));
  return say("Voided on {day}: the amount counts as not received.", { day });
}
