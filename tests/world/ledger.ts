import { addDays } from "../../shared/dates.ts";

// The rules of money told once more in the plainest way, to measure the portal by: nothing here is shared with it but the calendar.

export interface ModelRow {
  id: number;
  due: string;
  amount: number;
  penalty: number;
  grace: number;
  bears: boolean;
  ticked: number;
  tickedOn: string | null;
  paidOn: string | null;
}

export interface ModelReceipt {
  id: number;
  amount: number;
  date: string;
}

/** What a receipt gave to a row. */
interface Portion {
  receipt: ModelReceipt;
  row: ModelRow;
  amount: number;
}

/** One house in paisa: its rows, its live receipts, and what of these went to those. */
export class Ledger {
  rows: ModelRow[] = [];
  receipts: ModelReceipt[] = [];
  portions: Portion[] = [];

  owed(row: ModelRow): number {
    return row.amount + (row.bears ? row.penalty : 0);
  }

  received(row: ModelRow): number {
    return row.ticked + sum(this.portions.filter((portion) => portion.row === row));
  }

  isPaid(row: ModelRow): boolean {
    return this.received(row) >= this.owed(row);
  }

  credit(receipt: ModelReceipt): number {
    return receipt.amount - sum(this.portions.filter((portion) => portion.receipt === receipt));
  }

  isPaidByReceipts(row: ModelRow): boolean {
    return this.isPaid(row) && row.ticked === 0 && this.received(row) > 0;
  }

  /** What of a receipt paid penalties: on each row the money dated last. */
  penaltyIn(receipt: ModelReceipt): number {
    let paid = 0;
    for (const row of this.rows) {
      let filled = 0;
      for (const other of this.#inOrder()) {
        for (const { amount } of this.portions.filter((portion) => portion.row === row && portion.receipt === other)) {
          const intoAmount = Math.min(amount, Math.max(0, row.amount - filled));
          if (other === receipt) paid += amount - intoAmount;
          filled += amount;
        }
      }
    }
    return paid;
  }

  /** Puts the penalty on what is open and late. */
  penalise(today: string): void {
    for (const row of this.rows) if (!this.isPaid(row) && today > lastDay(row) && row.penalty > 0) row.bears = true;
  }

  takeBack(receipt: ModelReceipt): void {
    this.portions = this.portions.filter((portion) => portion.receipt !== receipt);
    this.#reopen();
  }

  tick(row: ModelRow, today: string): void {
    if (today > lastDay(row)) row.bears = true;
    row.ticked += this.owed(row) - this.received(row);
    row.tickedOn = today;
    row.paidOn = today;
  }

  untick(row: ModelRow): void {
    row.ticked = 0;
    row.tickedOn = null;
    this.#reopen();
  }

  /** Penalties, then credit to what is open, until nothing moves any more. */
  settle(today: string): void {
    this.penalise(today);
    let again = true;
    while (again) {
      again = false;
      for (const row of this.rows.toSorted((a, b) => (a.due < b.due ? -1 : 1))) {
        if (this.isPaid(row)) continue;
        const inTime = this.#inOrder().filter(({ date }) => date <= lastDay(row));
        if (this.#isCovered(row, inTime)) {
          again = true;
          row.bears = false;
          this.portions = this.portions.filter((portion) => portion.row !== row);
          if (this.isPaid(row)) row.paidOn = row.tickedOn;
          this.#pour(row, inTime);
        }
        this.#pour(row, this.#inOrder());
      }
    }
  }

  #isCovered(row: ModelRow, inTime: ModelReceipt[]): boolean {
    if (!row.bears || row.ticked > row.amount || (row.tickedOn ?? "") > lastDay(row)) return false;
    const held = sum(this.portions.filter((portion) => portion.row === row && inTime.includes(portion.receipt)));
    const free = inTime.reduce((total, receipt) => total + this.credit(receipt), 0);
    return row.ticked + held + free >= row.amount;
  }

  #pour(row: ModelRow, receipts: ModelReceipt[]): void {
    for (const receipt of receipts) {
      const amount = Math.min(this.credit(receipt), this.owed(row) - this.received(row));
      if (amount <= 0) continue;
      this.portions.push({ receipt, row, amount });
      if (this.isPaid(row)) row.paidOn = receipt.date;
    }
  }

  #reopen(): void {
    for (const row of this.rows) if (!this.isPaid(row)) row.paidOn = null;
  }

  #inOrder(): ModelReceipt[] {
    return this.receipts.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
  }
}

function lastDay({ due, grace }: ModelRow): string {
  return addDays(due, grace);
}

function sum(portions: readonly Portion[]): number {
  return portions.reduce((total, { amount }) => total + amount, 0);
}
