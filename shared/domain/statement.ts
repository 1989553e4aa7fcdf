import { type Day, formatMonthYear, monthOf } from "../dates.ts";
import { addPaisa, type Paisa, subtractPaisa, sumPaisa, toRupees, zero } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type PenaltyRow, penaltyDay } from "./schedule.ts";

export const statementKinds = ["Charge", "Penalty", "Receipt", "Payment"] as const;

/**
 * An entry of a house's statement; amounts in paisa. `Balance` is the amount owed after it, negative when the house has
 * credit.
 */
interface StatementEntry {
  readonly Date: Day;
  readonly Kind: (typeof statementKinds)[number];
  readonly Description: string;
  readonly Charge: Paisa;
  readonly Payment: Paisa;
  readonly Balance: Paisa;
  /** Of a charge, a penalty or a ticked payment. */
  readonly PaymentScheduleID?: number;
  readonly PaymentReceiptID?: number;
}

/** The statement of a house over a period, amounts in paisa: `opening + charged − paid = closing`. */
export interface Statement {
  readonly opening: Paisa;
  readonly entries: StatementEntry[];
  readonly charged: Paisa;
  readonly paid: Paisa;
  readonly closing: Paisa;
}

interface StatementRow extends PenaltyRow {
  readonly PaymentScheduleID: number;
  readonly InstallmentNumber: number;
  readonly TickedAmount: Paisa;
  readonly TickedDate: Day | null;
}

interface StatementReceipt {
  readonly PaymentReceiptID: number;
  readonly ReceiptNo: number;
  readonly PaymentDate: Day;
  readonly PaymentMethod: string;
  readonly AmountPaid: Paisa;
  readonly VoidedAt: string | null;
}

interface StatementInput {
  readonly rows: readonly StatementRow[];
  readonly receipts: readonly StatementReceipt[];
  /** Both days included; without `from` the statement starts with the first entry. */
  readonly from: Day | undefined;
  readonly to: Day;
}

/**
 * Charges and payments of a house by day: a charge on its due date, its penalty on the first day after the days of
 * grace, the whole receipt on its payment date, a ticked payment on the day of the tick.
 */
export function buildStatement({ rows, receipts, from, to }: StatementInput): Statement {
  const allEntries = [
    ...rows.flatMap(createInstallmentEntries),
    ...receipts.filter(isNotVoided).map(createReceiptEntry),
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

function createInstallmentEntries(row: StatementRow): EntryWithoutBalance[] {
  const { PaymentScheduleID, InstallmentNumber, DueDate, Amount, PenaltyAmount, TickedAmount, TickedDate } = row;
  const name = `installment ${InstallmentNumber}, ${formatMonthYear(monthOf(DueDate))}`;
  const charge: EntryWithoutBalance = {
    Date: DueDate,
    Kind: "Charge",
    Description: capitalize(name),
    Charge: Amount,
    Payment: zero,
    PaymentScheduleID,
  };
  const penalty: EntryWithoutBalance = {
    Date: penaltyDay(row),
    Kind: "Penalty",
    Description: `Penalty on ${name}`,
    Charge: PenaltyAmount,
    Payment: zero,
    PaymentScheduleID,
  };
  const payment = (day: Day): EntryWithoutBalance => ({
    Date: day,
    Kind: "Payment",
    Description: `Payment of ${name}`,
    Charge: zero,
    Payment: TickedAmount,
    PaymentScheduleID,
  });
  return [charge, ...(row.PenaltyApplied ? [penalty] : []), ...(TickedDate === null ? [] : [payment(TickedDate)])];
}

function createReceiptEntry({
  PaymentReceiptID,
  ReceiptNo,
  PaymentDate,
  PaymentMethod,
  AmountPaid,
}: StatementReceipt): EntryWithoutBalance {
  return {
    Date: PaymentDate,
    Kind: "Receipt",
    Description: `Receipt ${receiptName({ ReceiptNo })}, ${PaymentMethod}`,
    Charge: zero,
    Payment: AmountPaid,
    PaymentReceiptID,
  };
}

function isNotVoided({ VoidedAt }: StatementReceipt): boolean {
  return VoidedAt === null;
}

function balanceAfter(balance: Paisa, entries: readonly EntryWithoutBalance[]): Paisa {
  const charged = addPaisa(balance, ...entries.map(({ Charge }) => Charge));
  return subtractPaisa(charged, sumPaisa(entries.map(({ Payment }) => Payment)));
}

/** Sorts by day; on one day charges come before payments. */
function compareEntries(a: EntryWithoutBalance, b: EntryWithoutBalance): number {
  if (a.Date !== b.Date) return a.Date < b.Date ? -1 : 1;
  return statementKinds.indexOf(a.Kind) - statementKinds.indexOf(b.Kind) || entryId(a) - entryId(b);
}

function entryId({ PaymentScheduleID, PaymentReceiptID }: EntryWithoutBalance): number {
  return PaymentScheduleID ?? PaymentReceiptID ?? 0;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
