import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, sumPaisa, zero } from "../money.ts";
import { isMonthLocked } from "./month-lock.ts";
import {
  type Allocation,
  applyPayment,
  compareByDueDate,
  type NumberedRow,
  type PayableRow,
  type PaymentState,
  reversePayment,
} from "./item-payments.ts";
import {
  baseAmount,
  type InstallmentAmounts,
  isSettled,
  lastDayOfGrace,
  outstandingAmount,
  type PenaltyRow,
  withPenalty,
} from "./schedule.ts";

/** The allocations and the credit of a receipt, in paisa. They always add up to the amount paid. */
export interface Settlement {
  readonly Allocations: Allocation[];
  readonly Credit: Paisa;
  /** The part of the allocations that paid penalties. A row's amount is paid first, its penalty last. */
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
}

/** A receipt, or an adjustment that gives credit in the form of one. */
export interface SettlementReceipt extends Settlement {
  readonly PaymentReceiptID: number;
  readonly PaymentDate: Day;
}

/** An item of the house. A charge has the form of an installment, with `chargeItemId` as PaymentScheduleID. */
export type HouseItemRow = NumberedRow & PayableRow & PenaltyRow & Pick<PaymentState, "IsPaid">;

interface HouseSettlementInput<Row, Receipt> {
  readonly rows: readonly Row[];
  /** All receipts of the house that are not voided. */
  readonly receipts: readonly Receipt[];
  readonly today: Day;
  /**
   * The last locked month (YYYY-MM), null for none. Penalties of rows due in locked months are not applied or removed.
   */
  readonly lockedThrough?: string | null;
}

interface HouseSettlement<Row, Receipt> {
  readonly rows: { row: Row; state: PaymentState & Pick<InstallmentAmounts, "PenaltyApplied"> }[];
  readonly receipts: { receipt: Receipt; settlement: Settlement }[];
}

/** The settlement of a receipt without allocations. */
export function unallocatedSettlement(amount: Paisa): Settlement {
  return { Allocations: [], Credit: amount, PenaltyAmount: zero, PenaltyApplied: 0 };
}

/**
 * Settles one house: applies penalties to rows that are open after their days of grace, then allocates credit to open
 * rows, oldest receipt and oldest row first. If money dated within the days of grace covers a row's amount without its
 * penalty, an unpaid penalty is removed before later money is allocated. So the result does not depend on the order in
 * which receipts are entered. The paid date of a row is the latest of its payment dates, in whichever order they were
 * entered. Returns only changed rows and receipts.
 */
export function settleHouse<Row extends HouseItemRow, Receipt extends SettlementReceipt>({
  rows,
  receipts,
  today,
  lockedThrough = null,
}: HouseSettlementInput<Row, Receipt>): HouseSettlement<Row, Receipt> {
  const settler = new HouseSettler(rows, { receipts, lockedThrough });
  settler.settle(today);
  const lastPaymentDays = settler.lastPaymentDays();
  return {
    rows: rows.flatMap((row) => {
      const state = settler.stateOf(row);
      const { AmountReceived, TickedAmount, TickedDate, IsPaid, PenaltyApplied } = state;
      const PaidDate = IsPaid ? (lastPaymentDays.get(row.PaymentScheduleID) ?? state.PaidDate) : null;
      const isUnchanged =
        AmountReceived === row.AmountReceived && PenaltyApplied === row.PenaltyApplied && PaidDate === row.PaidDate;
      return isUnchanged
        ? []
        : [{ row, state: { AmountReceived, TickedAmount, TickedDate, IsPaid, PaidDate, PenaltyApplied } }];
    }),
    receipts: receipts.flatMap((receipt) => {
      const settlement = settler.settlementOf(receipt);
      return isSameSettlement(receipt, settlement) ? [] : [{ receipt, settlement }];
    }),
  };
}

/** The mutable state of one settlement. */
class HouseSettler<Row extends HouseItemRow, Receipt extends SettlementReceipt> {
  readonly #rows: Map<number, Row>;
  readonly #receipts: readonly Receipt[];
  readonly #lockedThrough: string | null;
  readonly #credit: Map<number, Paisa>;
  /** PaymentReceiptID → PaymentScheduleID → allocated amount. */
  readonly #allocations: Map<number, Map<number, Paisa>>;

  constructor(
    rows: readonly Row[],
    { receipts, lockedThrough }: { receipts: readonly Receipt[]; lockedThrough: string | null },
  ) {
    this.#lockedThrough = lockedThrough;
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

  settle(today: Day): void {
    for (const row of this.#openRows())
      if (!this.#isLocked(row)) this.#rows.set(row.PaymentScheduleID, withPenalty(row, today));
    // Removing a penalty releases money that may settle an older row, so repeat until no penalty is removed.
    while (this.#settleRows());
  }

  /** By PaymentScheduleID: the latest day of the row's tick and of the receipts that pay it. */
  lastPaymentDays(): Map<number, Day> {
    const days = new Map<number, Day>();
    for (const { PaymentScheduleID, TickedDate } of this.#rows.values())
      if (TickedDate !== null) days.set(PaymentScheduleID, TickedDate);
    for (const receipt of this.#receipts)
      for (const id of this.#allocationsOf(receipt).keys())
        if (receipt.PaymentDate > (days.get(id) ?? "")) days.set(id, receipt.PaymentDate);
    return days;
  }

  stateOf(row: Row): Row {
    const state = this.#rows.get(row.PaymentScheduleID);
    if (!state) throw new RangeError("The row is not of this house");
    return state;
  }

  settlementOf(receipt: Receipt): Settlement {
    const allocations = [...this.#allocationsOf(receipt)];
    const PenaltyAmount = addPaisa(...allocations.map(([id, amount]) => this.#penaltyShare({ receipt, id, amount })));
    return {
      Allocations: allocations.map(([PaymentScheduleID, Amount]) => ({ PaymentScheduleID, Amount })),
      Credit: this.#creditOf(receipt),
      PenaltyAmount,
      PenaltyApplied: PenaltyAmount === zero ? 0 : 1,
    };
  }

  /** Allocates credit to the open rows. Returns whether a penalty was removed. */
  #settleRows(): boolean {
    let hasRemovedPenalty = false;
    for (const row of this.#openRows()) {
      const receiptsInTime = this.#findReceiptsInTime(row);
      if (receiptsInTime) {
        hasRemovedPenalty = true;
        this.#allocate(this.#removePenalty(row), receiptsInTime);
      } else this.#allocate(row, this.#receipts);
    }
    return hasRemovedPenalty;
  }

  /**
   * The receipts within the days of grace, if they and the ticked amount cover the row's amount without the applied
   * penalty; otherwise undefined.
   */
  #findReceiptsInTime(row: Row): Receipt[] | undefined {
    if (!row.PenaltyApplied || this.#isLocked(row) || row.TickedAmount > baseAmount(row)) return undefined;
    const lastDay = lastDayOfGrace(row);
    if (row.TickedDate !== null && row.TickedDate > lastDay) return undefined;
    const receiptsInTime = this.#receipts.filter(({ PaymentDate }) => PaymentDate <= lastDay);
    const available = receiptsInTime.map((receipt) =>
      addPaisa(this.#creditOf(receipt), this.#allocationsOf(receipt).get(row.PaymentScheduleID) ?? zero),
    );
    return sumPaisa([row.TickedAmount, ...available]) >= baseAmount(row) ? receiptsInTime : undefined;
  }

  /** Removes the penalty and turns the allocations to the row back into credit. Returns the row. */
  #removePenalty(row: Row): Row {
    const id = row.PaymentScheduleID;
    for (const receipt of this.#receipts) {
      const amount = this.#allocationsOf(receipt).get(id) ?? zero;
      this.#credit.set(receipt.PaymentReceiptID, addPaisa(this.#creditOf(receipt), amount));
      this.#allocationsOf(receipt).delete(id);
    }
    const unpenalized = { ...row, PenaltyApplied: 0 as const };
    const after = {
      ...unpenalized,
      ...reversePayment(unpenalized, subtractPaisa(row.AmountReceived, row.TickedAmount)),
    };
    this.#rows.set(id, after);
    return after;
  }

  #allocate(openRow: Row, receipts: readonly Receipt[]): void {
    const id = openRow.PaymentScheduleID;
    let row = openRow;
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

  /** The part of the allocation that paid the penalty: older allocations count first, and the penalty is paid last. */
  #penaltyShare({ receipt, id, amount }: { receipt: Receipt; id: number; amount: Paisa }): Paisa {
    const row = this.#rows.get(id);
    if (!row?.PenaltyApplied) return zero;
    const base = baseAmount(row);
    if (row.AmountReceived <= base) return zero;
    const olderReceipts = this.#receipts.slice(0, this.#receipts.indexOf(receipt));
    const paidBefore = addPaisa(...olderReceipts.map((other) => this.#allocationsOf(other).get(id) ?? zero));
    return paisa(Math.max(0, paidBefore + amount - base) - Math.max(0, paidBefore - base));
  }

  #isLocked({ DueDate }: Row): boolean {
    return isMonthLocked(DueDate, { LockedThrough: this.#lockedThrough });
  }

  #openRows(): Row[] {
    return [...this.#rows.values()].filter((row) => !isSettled(row));
  }

  #creditOf({ PaymentReceiptID }: Receipt): Paisa {
    return this.#credit.get(PaymentReceiptID) ?? zero;
  }

  #allocationsOf({ PaymentReceiptID }: Receipt): Map<number, Paisa> {
    const allocations = this.#allocations.get(PaymentReceiptID);
    if (!allocations) throw new RangeError("The receipt is not of this house");
    return allocations;
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

/** Sorts receipts by payment date, then by id: the order in which they pay. */
export function compareByPaymentDate(
  a: Pick<SettlementReceipt, "PaymentDate" | "PaymentReceiptID">,
  b: Pick<SettlementReceipt, "PaymentDate" | "PaymentReceiptID">,
): number {
  if (a.PaymentDate !== b.PaymentDate) return a.PaymentDate < b.PaymentDate ? -1 : 1;
  return a.PaymentReceiptID - b.PaymentReceiptID;
}
