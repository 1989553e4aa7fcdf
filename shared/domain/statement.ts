import { type Day, formatMonthYear, monthOf } from "../dates.ts";
import { addPaisa, type Paisa, subtractPaisa, sumPaisa, toRupees, zero } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type PenaltyRow, penaltyDay } from "./schedule.ts";

export const statementKinds = ["Charge", "Penalty", "Receipt", "Payment"] as const;

/** A line of a house's account; amounts in paisa, `Balance` what is owed after it, below 0 where money lies ahead. */
interface StatementEntry {
  readonly Date: Day;
  readonly Kind: (typeof statementKinds)[number];
  readonly Description: string;
  readonly Charge: Paisa;
  readonly Payment: Paisa;
  readonly Balance: Paisa;
  /** Of a charge, its penalty or a payment that was ticked. */
  readonly PaymentScheduleID?: number;
  readonly PaymentReceiptID?: number;
}

/** The account of a house over some days. `opening + charged − paid = closing`. */
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
  /** Both included; without `from` the account is told from its beginning. */
  readonly from: Day | undefined;
  readonly to: Day;
}

/**
 * What a house was charged and what it paid, by day: a charge on its due date, its penalty on the first day after the days of
 * grace, a receipt whole on its payment date, a ticked payment on the day of the tick.
 */
export function buildStatement({ rows, receipts, from, to }: StatementInput): Statement {
  const lines = [...rows.flatMap(installmentEntries), ...receipts.filter(isNotVoided).map(receiptEntry)]
    .filter((line) => line.Date <= to)
    .sort(compareEntries);
  const earlier = lines.filter((line) => from !== undefined && line.Date < from);
  const shown = lines.slice(earlier.length);
  const opening = balanceAfter(zero, earlier);
  let balance = opening;
  const entries = shown.map((line) => {
    balance = balanceAfter(balance, [line]);
    return { ...line, Balance: balance };
  });
  return {
    opening,
    entries,
    charged: sumPaisa(shown.map(({ Charge }) => Charge)),
    paid: sumPaisa(shown.map(({ Payment }) => Payment)),
    closing: balance,
  };
}

/** The same as it is shown and sent. */
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

function installmentEntries(row: StatementRow): EntryWithoutBalance[] {
  const { PaymentScheduleID, InstallmentNumber, DueDate, Amount, PenaltyAmount, TickedAmount, TickedDate } = row;
  const name = `installment ${InstallmentNumber}, ${formatMonthYear(monthOf(DueDate))}`;
  const charge: EntryWithoutBalance = {
    Date: DueDate,
    Kind: "Charge",
    Description: capitalized(name),
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

function receiptEntry({
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

function balanceAfter(balance: Paisa, lines: readonly EntryWithoutBalance[]): Paisa {
  const charged = addPaisa(balance, ...lines.map(({ Charge }) => Charge));
  return subtractPaisa(charged, sumPaisa(lines.map(({ Payment }) => Payment)));
}

/** By day; within one, what is charged comes before what is paid. */
function compareEntries(a: EntryWithoutBalance, b: EntryWithoutBalance): number {
  if (a.Date !== b.Date) return a.Date < b.Date ? -1 : 1;
  return statementKinds.indexOf(a.Kind) - statementKinds.indexOf(b.Kind) || entryId(a) - entryId(b);
}

function entryId({ PaymentScheduleID, PaymentReceiptID }: EntryWithoutBalance): number {
  return PaymentScheduleID ?? PaymentReceiptID ?? 0;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
