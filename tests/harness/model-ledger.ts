import { addDays } from "../../shared/dates.ts";

// A second, simple implementation of the money rules, which tests compare with the portal. It shares only the date
// functions.

export interface ModelRow {
  id: number;
  dueDate: string;
  amount: number;
  penalty: number;
  graceDays: number;
  penaltyApplied: boolean;
  ticked: number;
  tickedOn: string | null;
  paidOn: string | null;
  /** What the last untick took away, while a tick still undoes it. */
  unticked?: { penaltyApplied: boolean; ticked: number; tickedOn: string | null } | undefined;
}

export interface ModelReceipt {
  id: number;
  amount: number;
  date: string;
}

/** The part of a receipt that pays a row. */
interface ModelAllocation {
  receipt: ModelReceipt;
  row: ModelRow;
  amount: number;
}

/** The account of one house, in paisa: rows, receipts that are not voided, and allocations. */
export class ModelLedger {
  rows: ModelRow[] = [];
  receipts: ModelReceipt[] = [];
  allocations: ModelAllocation[] = [];

  amountDue(row: ModelRow): number {
    return row.amount + (row.penaltyApplied ? row.penalty : 0);
  }

  received(row: ModelRow): number {
    return row.ticked + sum(this.allocations.filter((allocation) => allocation.row === row));
  }

  isPaid(row: ModelRow): boolean {
    return this.received(row) >= this.amountDue(row);
  }

  credit(receipt: ModelReceipt): number {
    return receipt.amount - sum(this.allocations.filter((allocation) => allocation.receipt === receipt));
  }

  /** Paid completely, and only by receipts. */
  isPaidByReceipts(row: ModelRow): boolean {
    return this.isPaid(row) && row.ticked === 0 && this.received(row) > 0;
  }

  /** The part of a receipt that paid penalties. Money pays the amount of a row first, then its penalty. */
  penaltyPaidBy(receipt: ModelReceipt): number {
    let paid = 0;
    for (const row of this.rows) {
      let filled = 0;
      for (const other of this.#receiptsByDate()) {
        for (const { amount } of this.allocations.filter(
          (allocation) => allocation.row === row && allocation.receipt === other,
        )) {
          const intoAmount = Math.min(amount, Math.max(0, row.amount - filled));
          if (other === receipt) paid += amount - intoAmount;
          filled += amount;
        }
      }
    }
    return paid;
  }

  /** Applies the penalty to unpaid rows after their grace period. */
  applyPenalties(today: string): void {
    for (const row of this.rows)
      if (!this.isPaid(row) && today > lastGraceDay(row) && row.penalty > 0) row.penaltyApplied = true;
  }

  reverseAllocations(receipt: ModelReceipt): void {
    this.allocations = this.allocations.filter((allocation) => allocation.receipt !== receipt);
    this.#setPaidDates();
  }

  tick(row: ModelRow, today: string): void {
    if (today > lastGraceDay(row)) row.penaltyApplied = true;
    row.ticked += this.amountDue(row) - this.received(row);
    row.tickedOn = today;
    row.paidOn = today;
  }

  untick(row: ModelRow): void {
    const { penaltyApplied, ticked, tickedOn } = row;
    row.unticked = this.isPaid(row) ? { penaltyApplied, ticked, tickedOn } : undefined;
    row.ticked = 0;
    row.tickedOn = null;
    this.#setPaidDates();
  }

  /** Restores what the last untick took away, if receipts leave room for it and nothing is missing. */
  undoUntick(row: ModelRow): boolean {
    const { unticked } = row;
    if (!unticked || row.ticked > 0) return false;
    const charged = row.amount + (unticked.penaltyApplied ? row.penalty : 0);
    const excess = this.received(row) + unticked.ticked - charged;
    if (excess < 0 || unticked.ticked > charged) return false;
    this.#release(row, excess);
    Object.assign(row, unticked);
    this.#setPaidDates();
    return true;
  }

  /** Takes the amount back from the newest receipts that pay the row. */
  #release(row: ModelRow, amount: number): void {
    let remaining = amount;
    for (const receipt of this.#receiptsByDate().reverse())
      for (const allocation of this.allocations.filter((one) => one.row === row && one.receipt === receipt).reverse()) {
        const released = Math.min(allocation.amount, remaining);
        allocation.amount -= released;
        remaining -= released;
      }
    this.allocations = this.allocations.filter((allocation) => allocation.amount > 0);
  }

  /** Applies penalties, then allocates credit to unpaid rows, until nothing changes. */
  settle(today: string): void {
    this.applyPenalties(today);
    let changed = true;
    while (changed) {
      changed = false;
      for (const row of this.rows.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))) {
        if (this.isPaid(row)) continue;
        const inTime = this.#receiptsByDate().filter(({ date }) => date <= lastGraceDay(row));
        if (this.#isCoveredInTime(row, inTime)) {
          changed = true;
          row.penaltyApplied = false;
          this.allocations = this.allocations.filter((allocation) => allocation.row !== row);
          this.#allocate(row, inTime);
        }
        this.#allocate(row, this.#receiptsByDate());
      }
    }
    this.#setPaidDates();
  }

  #isCoveredInTime(row: ModelRow, inTime: ModelReceipt[]): boolean {
    if (!row.penaltyApplied || row.ticked > row.amount || (row.tickedOn ?? "") > lastGraceDay(row)) return false;
    const allocatedInTime = sum(
      this.allocations.filter((allocation) => allocation.row === row && inTime.includes(allocation.receipt)),
    );
    const creditInTime = inTime.reduce((total, receipt) => total + this.credit(receipt), 0);
    return row.ticked + allocatedInTime + creditInTime >= row.amount;
  }

  #allocate(row: ModelRow, receipts: ModelReceipt[]): void {
    for (const receipt of receipts) {
      const amount = Math.min(this.credit(receipt), this.amountDue(row) - this.received(row));
      if (amount <= 0) continue;
      this.allocations.push({ receipt, row, amount });
    }
  }

  /** A row is paid on the day of its last payment. */
  #setPaidDates(): void {
    for (const row of this.rows) {
      const days = this.allocations.filter((allocation) => allocation.row === row).map(({ receipt }) => receipt.date);
      row.paidOn = this.isPaid(row) ? ([...days, ...(row.tickedOn ? [row.tickedOn] : [])].sort().at(-1) ?? null) : null;
    }
  }

  #receiptsByDate(): ModelReceipt[] {
    return this.receipts.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
  }
}

function lastGraceDay({ dueDate, graceDays }: ModelRow): string {
  return addDays(dueDate, graceDays);
}

function sum(allocations: readonly ModelAllocation[]): number {
  return allocations.reduce((total, { amount }) => total + amount, 0);
}
