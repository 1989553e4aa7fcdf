import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, sumPaisa, zero } from "../money.ts";
import {
  type Allocation,
  applyPayment,
  compareByDueDate,
  type OpenRow,
  type PayableRow,
  type PaymentState,
  reversePayment,
} from "./row-payments.ts";
import {
  type InstallmentAmounts,
  isSettled,
  lastDayOfGrace,
  outstandingAmount,
  type PenaltyRow,
  withPenalty,
} from "./schedule.ts";

/** How a receipt was used; Allocations and Credit always add up to the amount paid. */
export interface Settlement {
  readonly Allocations: Allocation[];
  readonly Credit: Paisa;
  /** The part of the allocations that paid penalties; a row's own amount is paid first, by the oldest receipts. */
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
}

export interface SettlementReceipt extends Settlement {
  readonly PaymentReceiptID: number;
  readonly PaymentDate: Day;
}

export type HouseRow = OpenRow & PayableRow & PenaltyRow & Pick<PaymentState, "IsPaid">;

interface HouseSettlementInput<Row, Receipt> {
  readonly rows: readonly Row[];
  /** All that are not voided. */
  readonly receipts: readonly Receipt[];
  readonly today: Day;
}

interface HouseSettlement<Row, Receipt> {
  readonly rows: { row: Row; state: PaymentState & Pick<InstallmentAmounts, "PenaltyApplied"> }[];
  readonly receipts: { receipt: Receipt; settlement: Settlement }[];
}

/** The settlement of a receipt without allocations. */
export function emptySettlement(amount: Paisa): Settlement {
  return { Allocations: [], Credit: amount, PenaltyAmount: zero, PenaltyApplied: 0 };
}

/**
 * One house on that day: what is open and late bears its penalty, then credit goes to the open rows, oldest receipt first, oldest
 * row first. A penalty that is not yet paid is taken off again when money dated within the days of grace covers the row; later
 * money gives way to it, so that it does not matter in which order receipts are entered. Returns only what changes.
 */
export function settleHouse<Row extends HouseRow, Receipt extends SettlementReceipt>({
  rows,
  receipts,
  today,
}: HouseSettlementInput<Row, Receipt>): HouseSettlement<Row, Receipt> {
  const settling = new HouseSettler(rows, receipts);
  settling.run(today);
  return {
    rows: rows.flatMap((row) => {
      const { AmountReceived, TickedAmount, TickedDate, IsPaid, PaidDate, PenaltyApplied } = settling.stateOf(row);
      const same = AmountReceived === row.AmountReceived && PenaltyApplied === row.PenaltyApplied;
      return same
        ? []
        : [{ row, state: { AmountReceived, TickedAmount, TickedDate, IsPaid, PaidDate, PenaltyApplied } }];
    }),
    receipts: receipts.flatMap((receipt) => {
      const settlement = settling.settlementOf(receipt);
      return isSameSettlement(receipt, settlement) ? [] : [{ receipt, settlement }];
    }),
  };
}

/** The mutable state of one settlement. */
class HouseSettler<Row extends HouseRow, Receipt extends SettlementReceipt> {
  readonly #rows: Map<number, Row>;
  readonly #receipts: readonly Receipt[];
  readonly #credit: Map<number, Paisa>;
  /** By receipt: by installment, what it gave. */
  readonly #allocations: Map<number, Map<number, Paisa>>;

  constructor(rows: readonly Row[], receipts: readonly Receipt[]) {
    this.#rows = new Map(rows.toSorted(compareByDueDate).map((row) => [row.PaymentScheduleID, row]));
    this.#receipts = receipts.toSorted(compareByPaymentDate);
    this.#credit = new Map(receipts.map(({ PaymentReceiptID, Credit }) => [PaymentReceiptID, Credit]));
    this.#allocations = new Map(
      receipts.map(({ PaymentReceiptID, Allocations }) => [
        PaymentReceiptID,
        new Map(Allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount])),
      ]),
    );
  }

  run(today: Day): void {
    for (const row of this.#openRows()) this.#rows.set(row.PaymentScheduleID, withPenalty(row, today));
    // Released money may settle an older row, so repeat until nothing changes.
    while (this.#settleRows());
  }

  stateOf(row: Row): Row {
    const state = this.#rows.get(row.PaymentScheduleID);
    if (!state) throw new RangeError("A row of another house");
    return state;
  }

  settlementOf(receipt: Receipt): Settlement {
    const given = [...this.#allocationsOf(receipt)];
    const PenaltyAmount = sumPaisa(given.map(([id, amount]) => this.#penaltyShare({ receipt, id, amount })));
    return {
      Allocations: given.map(([PaymentScheduleID, Amount]) => ({ PaymentScheduleID, Amount })),
      Credit: this.#creditOf(receipt),
      PenaltyAmount,
      PenaltyApplied: PenaltyAmount === zero ? 0 : 1,
    };
  }

  /** Whether a penalty was removed, which may release money. */
  #settleRows(): boolean {
    let tookOff = false;
    for (const row of this.#openRows()) {
      const inTime = this.#receipts.filter(({ PaymentDate }) => PaymentDate <= lastDayOfGrace(row));
      if (this.#isPaidInTime(inTime, row)) {
        tookOff = true;
        this.#allocate(this.#withoutPenalty(row), inTime);
      } else this.#allocate(row, this.#receipts);
    }
    return tookOff;
  }

  /** Whether a row that bears its penalty would have been paid in time by what a tick gave and these receipts hold or gave. */
  #isPaidInTime(inTime: readonly Receipt[], row: Row): boolean {
    if (!row.PenaltyApplied || row.TickedAmount > row.Amount) return false;
    if (row.TickedDate !== null && row.TickedDate > lastDayOfGrace(row)) return false;
    const money = inTime.map((receipt) =>
      addPaisa(this.#creditOf(receipt), this.#allocationsOf(receipt).get(row.PaymentScheduleID) ?? zero),
    );
    return addPaisa(row.TickedAmount, ...money) >= row.Amount;
  }

  /** Removes the penalty and returns the allocations of the row to its receipts. */
  #withoutPenalty(row: Row): Row {
    const id = row.PaymentScheduleID;
    for (const receipt of this.#receipts) {
      const amount = this.#allocationsOf(receipt).get(id) ?? zero;
      this.#credit.set(receipt.PaymentReceiptID, addPaisa(this.#creditOf(receipt), amount));
      this.#allocationsOf(receipt).delete(id);
    }
    const bare = { ...row, PenaltyApplied: 0 as const };
    const after = { ...bare, ...reversePayment(bare, subtractPaisa(row.AmountReceived, row.TickedAmount)) };
    this.#rows.set(id, after);
    return after;
  }

  #allocate(open: Row, receipts: readonly Receipt[]): void {
    const id = open.PaymentScheduleID;
    let row = open;
    for (const receipt of receipts) {
      const credit = this.#creditOf(receipt);
      const amount = paisa(Math.min(credit, outstandingAmount(row)));
      if (amount === zero) continue;
      row = { ...row, ...applyPayment({ row, amount, day: receipt.PaymentDate }) };
      this.#credit.set(receipt.PaymentReceiptID, subtractPaisa(credit, amount));
      this.#allocationsOf(receipt).set(id, addPaisa(this.#allocationsOf(receipt).get(id) ?? zero, amount));
    }
    this.#rows.set(id, row);
  }

  /** Receipts lie one on the other, the oldest at the bottom: what lies above the row's own amount paid its penalty. */
  #penaltyShare({ receipt, id, amount }: { receipt: Receipt; id: number; amount: Paisa }): Paisa {
    const row = this.#rows.get(id);
    if (!row?.PenaltyApplied || row.AmountReceived <= row.Amount) return zero;
    const older = this.#receipts.slice(0, this.#receipts.indexOf(receipt));
    const below = sumPaisa(older.map((other) => this.#allocationsOf(other).get(id) ?? zero));
    return paisa(Math.max(0, below + amount - row.Amount) - Math.max(0, below - row.Amount));
  }

  #openRows(): Row[] {
    return [...this.#rows.values()].filter((row) => !isSettled(row));
  }

  #creditOf({ PaymentReceiptID }: Receipt): Paisa {
    return this.#credit.get(PaymentReceiptID) ?? zero;
  }

  #allocationsOf({ PaymentReceiptID }: Receipt): Map<number, Paisa> {
    const given = this.#allocations.get(PaymentReceiptID);
    if (!given) throw new RangeError("A receipt of another house");
    return given;
  }
}

function isSameSettlement(before: Settlement, after: Settlement): boolean {
  if (before.Credit !== after.Credit || before.PenaltyAmount !== after.PenaltyAmount) return false;
  const amounts = new Map(after.Allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
  return (
    before.Allocations.length === amounts.size &&
    before.Allocations.every(({ PaymentScheduleID, Amount }) => amounts.get(PaymentScheduleID) === Amount)
  );
}

function compareByPaymentDate(a: SettlementReceipt, b: SettlementReceipt): number {
  if (a.PaymentDate !== b.PaymentDate) return a.PaymentDate < b.PaymentDate ? -1 : 1;
  return a.PaymentReceiptID - b.PaymentReceiptID;
}
