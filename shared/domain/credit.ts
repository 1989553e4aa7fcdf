import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtract, zero } from "../money.ts";
import type { ScheduleMoney } from "./schedule.ts";
import { type Allocation, giveToRow, type OpenRow, type PayableRow, type PaymentState, settle } from "./settlement.ts";

/** What became of a receipt's money; Allocations and Credit always add up to what was paid. */
export interface Settlement {
  readonly Allocations: Allocation[];
  readonly Credit: Paisa;
  /** The part of the allocations that paid penalties; a row's own amount is paid first. */
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
}

export interface Creditor extends Settlement {
  readonly PaymentReceiptID: number;
  readonly PaymentDate: Day;
}

interface House<Row, Receipt> {
  readonly openRows: readonly Row[];
  readonly receipts: readonly Receipt[];
}

interface Outcome<Row, Receipt> {
  readonly rows: { row: Row; state: PaymentState }[];
  readonly receipts: { receipt: Receipt; settlement: Settlement }[];
}

/** A receipt that has settled nothing yet. */
export function unsettled(amount: Paisa): Settlement {
  return { Allocations: [], Credit: amount, PenaltyAmount: zero, PenaltyApplied: 0 };
}

/** One house's credit goes to its open rows, oldest receipt first, oldest row first. Returns only what changes by it. */
export function settleCredit<Row extends OpenRow & PayableRow, Receipt extends Creditor>(
  house: House<Row, Receipt>,
): Outcome<Row, Receipt> {
  const rows = new Map(house.openRows.map((row) => [row.PaymentScheduleID, row]));
  const changed = new Map<number, Outcome<Row, Receipt>["rows"][number]>();
  const receipts = house.receipts.toSorted(oldestFirst).flatMap((receipt) => {
    const { allocations, credit } = settle({ openRows: [...rows.values()], amount: receipt.Credit });
    if (allocations.length === 0) return [];
    let penalty = receipt.PenaltyAmount;
    for (const { PaymentScheduleID, Amount } of allocations) {
      const row = rows.get(PaymentScheduleID);
      if (!row) continue;
      const state = giveToRow({ row, amount: Amount, day: receipt.PaymentDate });
      const after = { ...row, ...state };
      penalty = subtract(addPaisa(penalty, penaltyIn(after)), penaltyIn(row));
      rows.set(PaymentScheduleID, after);
      changed.set(PaymentScheduleID, { row: changed.get(PaymentScheduleID)?.row ?? row, state });
    }
    const settlement: Settlement = {
      Allocations: joined(receipt.Allocations, allocations),
      Credit: credit,
      PenaltyAmount: penalty,
      PenaltyApplied: penalty === zero ? 0 : 1,
    };
    return [{ receipt, settlement }];
  });
  return { rows: [...changed.values()], receipts };
}

/** A row that one receipt paid in two steps stands in its allocations once. */
function joined(before: readonly Allocation[], added: readonly Allocation[]): Allocation[] {
  const amounts = new Map(before.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
  for (const { PaymentScheduleID, Amount } of added)
    amounts.set(PaymentScheduleID, addPaisa(amounts.get(PaymentScheduleID) ?? zero, Amount));
  return [...amounts].map(([PaymentScheduleID, Amount]) => ({ PaymentScheduleID, Amount }));
}

function penaltyIn({ AmountReceived, Amount }: ScheduleMoney): Paisa {
  return paisa(Math.max(0, AmountReceived - Amount));
}

function oldestFirst(a: Creditor, b: Creditor): number {
  if (a.PaymentDate !== b.PaymentDate) return a.PaymentDate < b.PaymentDate ? -1 : 1;
  return a.PaymentReceiptID - b.PaymentReceiptID;
}
