import { type Day, formatMonthYear, monthOf } from "../dates.ts";
import {
  addToSum,
  type Paisa,
  type PaisaSum,
  subtractFromSum,
  subtractPaisa,
  sumPaisa,
  toRupees,
  zero,
} from "../money.ts";
import { type Adjustment, adjustmentName } from "../resources/adjustment.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { chargeItemId, creditDayOf, creditGiven, dueDateOf } from "./adjustments.ts";
import { type PenaltyItem, penaltyDay } from "./schedule.ts";

/** The kinds of entries, in the order in which a statement lists the entries of one day. */
export const statementEntryKinds = [
  "Opening",
  "Charge",
  "Penalty",
  "Waiver",
  "Write-off",
  "Receipt",
  "Payment",
  "Transfer",
  "Refund",
  "Reversal",
] as const;

/**
 * An entry of a house's statement; amounts in paisa. `Charge` is negative when a waiver or write-off lowers what was
 * charged. `Balance` is the amount owed after it, negative when the house has credit.
 */
interface StatementEntry {
  readonly Date: Day;
  readonly Kind: (typeof statementEntryKinds)[number];
  readonly Description: string;
  readonly Charge: Paisa;
  readonly Payment: Paisa;
  readonly Balance: PaisaSum;
  /** Of an installment, its penalty or its ticked payment. */
  readonly PaymentScheduleID?: number;
  readonly PaymentReceiptID?: number;
  /** Of a payment by receipt. */
  readonly PayerName?: string;
  readonly AdjustmentID?: number;
  /** The values in `Description`, for translations. Those of the record that the entry belongs to. */
  readonly InstallmentNumber?: number;
  readonly DueDate?: Day;
  readonly ReceiptNo?: number;
  readonly PaymentMethod?: string;
  readonly AdjustmentNo?: number;
  readonly Reason?: string;
}

/** The statement of a house over a period, amounts in paisa: `opening + charged − paid = closing`. */
export interface Statement {
  readonly opening: PaisaSum;
  readonly entries: StatementEntry[];
  readonly charged: PaisaSum;
  readonly paid: PaisaSum;
  readonly closing: PaisaSum;
}

interface StatementInstallment extends PenaltyItem {
  readonly PaymentScheduleID: number;
  readonly InstallmentNumber: number;
  readonly TickedAmount: Paisa;
  readonly TickedDate: Day | null;
}

interface StatementReceipt {
  readonly PaymentReceiptID: number;
  readonly ReceiptNo: number;
  readonly PayerName: string;
  readonly PaymentDate: Day;
  readonly PaymentMethod: string;
  readonly AmountPaid: Paisa;
  readonly VoidedAt: string | null;
  readonly Reversals: readonly { readonly From: Day; readonly To: Day | null }[];
}

type StatementAdjustment = Pick<
  Adjustment,
  | "AdjustmentID"
  | "AdjustmentNo"
  | "PlotID"
  | "Kind"
  | "Amount"
  | "Date"
  | "DueDate"
  | "Reason"
  | "PaymentScheduleID"
  | "Of"
  | "Allocations"
  | "Credit"
  | "RefundedAmount"
  | "TickedDate"
  | "VoidedAt"
>;

interface StatementInput {
  readonly PlotID: number;
  readonly installments: readonly StatementInstallment[];
  readonly receipts: readonly StatementReceipt[];
  /** The adjustments of the house, and the transfers to it from other houses. */
  readonly adjustments: readonly StatementAdjustment[];
  /** Both days included; without `from` the statement starts with the first entry. */
  readonly from: Day | undefined;
  readonly to: Day;
}

/**
 * Charges and payments of a house by day:
 * - a charge on its due date, its penalty on the first day after the days of grace;
 * - a receipt on its payment date, a reversal on the day on which the cheque was not paid;
 * - a ticked payment on the day of the tick, as well as the part of it that a waiver has turned into credit;
 * - other adjustments on their date.
 *
 * A statement over all time closes with what the house owes minus its credit.
 */
export function buildStatement({ PlotID, installments, receipts, adjustments, from, to }: StatementInput): Statement {
  const penalizedScheduleIds = new Set(
    installments.flatMap((row) => (row.PenaltyApplied ? [row.PaymentScheduleID] : [])),
  );
  const allEntries = [
    ...installments.flatMap(createInstallmentEntries),
    ...receipts.filter(isNotVoided).flatMap(createReceiptEntries),
    ...adjustments.filter(isNotVoided).flatMap((row) => createAdjustmentEntries(row, { PlotID, penalizedScheduleIds })),
  ]
    .filter((entry) => entry.Date <= to)
    .sort(compareEntries);
  const earlier = allEntries.filter((entry) => from !== undefined && entry.Date < from);
  const shown = allEntries.slice(earlier.length);
  const opening = balanceAfter(zero, earlier);
  let balance = opening;
  const entries = shown.map((entry) => {
    balance = balanceAfter(balance, [entry]);
    return { ...entry, Balance: balance };
  });
  return {
    opening,
    entries,
    charged: sumPaisa(shown.map(({ Charge }) => Charge)),
    paid: sumPaisa(shown.map(({ Payment }) => Payment)),
    closing: balance,
  };
}

/** The statement with amounts in rupees. */
export function statementToRupees({ opening, entries, charged, paid, closing }: Statement) {
  return {
    opening: toRupees(opening),
    entries: entries.map(({ Charge, Payment, Balance, ...entry }) => ({
      ...entry,
      Charge: toRupees(Charge),
      Payment: toRupees(Payment),
      Balance: toRupees(Balance),
    })),
    charged: toRupees(charged),
    paid: toRupees(paid),
    closing: toRupees(closing),
  };
}

type EntryWithoutBalance = Omit<StatementEntry, "Balance">;

function createInstallmentEntries(row: StatementInstallment): EntryWithoutBalance[] {
  const { PaymentScheduleID, InstallmentNumber, DueDate, Amount, PenaltyAmount, TickedAmount, TickedDate } = row;
  const name = `installment ${InstallmentNumber}, ${formatMonthYear(monthOf(DueDate))}`;
  const item = { PaymentScheduleID, InstallmentNumber, DueDate };
  const charge: EntryWithoutBalance = {
    Date: DueDate,
    Kind: "Charge",
    Description: capitalize(name),
    Charge: Amount,
    Payment: zero,
    ...item,
  };
  const penalty: EntryWithoutBalance = {
    Date: penaltyDay(row),
    Kind: "Penalty",
    Description: `Penalty on ${name}`,
    Charge: PenaltyAmount,
    Payment: zero,
    ...item,
  };
  const createTickEntry = (day: Day): EntryWithoutBalance => ({
    Date: day,
    Kind: "Payment",
    Description: `Payment of ${name}`,
    Charge: zero,
    Payment: TickedAmount,
    ...item,
  });
  return [
    charge,
    ...(row.PenaltyApplied ? [penalty] : []),
    ...(TickedDate === null ? [] : [createTickEntry(TickedDate)]),
  ];
}

function createReceiptEntries(receipt: StatementReceipt): EntryWithoutBalance[] {
  const { PaymentReceiptID, ReceiptNo, PayerName, PaymentDate, PaymentMethod, AmountPaid } = receipt;
  const item = { PaymentReceiptID, ReceiptNo, PaymentMethod };
  const name = `Receipt ${receiptName(receipt)}`;
  const createReceiptEntry = (day: Day, detail: string): EntryWithoutBalance => ({
    Date: day,
    Kind: "Receipt",
    Description: `${name}, ${detail}`,
    Charge: zero,
    Payment: AmountPaid,
    ...item,
    PayerName,
  });
  return [
    createReceiptEntry(PaymentDate, PaymentMethod),
    ...receipt.Reversals.flatMap(({ From, To }): EntryWithoutBalance[] => [
      // A reversal names no payer, as no charge does: the house owes the amount.
      {
        Date: From,
        Kind: "Reversal",
        Description: `${name}, cheque not paid`,
        Charge: AmountPaid,
        Payment: zero,
        ...item,
      },
      ...(To === null ? [] : [createReceiptEntry(To, "cheque deposited again")]),
    ]),
  ];
}

function createAdjustmentEntries(
  row: StatementAdjustment,
  { PlotID, penalizedScheduleIds }: { PlotID: number; penalizedScheduleIds: ReadonlySet<number> },
): EntryWithoutBalance[] {
  const { AdjustmentID, AdjustmentNo, Kind, Amount, Reason } = row;
  const isReceived = Kind === "transfer" && row.PlotID !== PlotID;
  const name = adjustmentName(row);
  const kind = adjustmentEntryKinds[Kind];
  const entry: EntryWithoutBalance = {
    Date: row.Date,
    Kind: kind,
    Description: `${kind} ${name}${isReceived ? " from another house" : ""}: ${Reason}`,
    Charge: zero,
    Payment: zero,
    AdjustmentID,
    AdjustmentNo,
    Reason,
  };
  switch (Kind) {
    case "charge":
      return [{ ...entry, Date: dueDateOf(row), Charge: Amount }];
    case "opening":
      return Amount > 0
        ? [{ ...entry, Date: dueDateOf(row), Charge: Amount }]
        : [{ ...entry, Date: creditDayOf(row), Payment: subtractPaisa(zero, Amount) }];
    case "waiver":
    case "write-off": {
      // A penalty that was waived and then removed, because a payment was in time after all, is not charged.
      const isCharged = row.Of === "amount" || penalizedScheduleIds.has(row.PaymentScheduleID ?? 0);
      const chargeEntries = isCharged ? [{ ...entry, Charge: subtractPaisa(zero, Amount) }] : [];
      // If more was ticked than the lowered charge, the rest is no longer part of the tick but credit of the waiver.
      const credit = creditGiven(row);
      if (credit === zero) return chargeEntries;
      const creditEntry = { ...entry, Date: creditDayOf(row), Kind: "Payment" as const, Payment: credit };
      return [...chargeEntries, { ...creditEntry, Description: `Credit from ${name}` }];
    }
    case "refund":
      return [{ ...entry, Charge: Amount }];
    case "transfer":
      return [isReceived ? { ...entry, Payment: Amount } : { ...entry, Charge: Amount }];
  }
}

const adjustmentEntryKinds = {
  charge: "Charge",
  waiver: "Waiver",
  opening: "Opening",
  refund: "Refund",
  transfer: "Transfer",
  "write-off": "Write-off",
} as const;

function isNotVoided({ VoidedAt }: { VoidedAt: string | null }): boolean {
  return VoidedAt === null;
}

function balanceAfter(balance: PaisaSum, entries: readonly EntryWithoutBalance[]): PaisaSum {
  const balanceWithCharges = addToSum(balance, sumPaisa(entries.map(({ Charge }) => Charge)));
  return subtractFromSum(balanceWithCharges, sumPaisa(entries.map(({ Payment }) => Payment)));
}

/** Sorts by day, then in the order of `statementEntryKinds`, then by id. */
function compareEntries(a: EntryWithoutBalance, b: EntryWithoutBalance): number {
  if (a.Date !== b.Date) return a.Date < b.Date ? -1 : 1;
  return statementEntryKinds.indexOf(a.Kind) - statementEntryKinds.indexOf(b.Kind) || entryId(a) - entryId(b);
}

function entryId({ PaymentScheduleID, PaymentReceiptID, AdjustmentID }: EntryWithoutBalance): number {
  // Installments before adjustments, like in the settlement.
  return PaymentScheduleID ?? PaymentReceiptID ?? chargeItemId(AdjustmentID ?? 0);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
