import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, sumPaisa, zero } from "../money.ts";
import {
  type Allocation,
  applyPayment,
  compareByDueDate,
  type NumberedItem,
  type PayableItem,
  type PaymentState,
  reversePayment,
} from "./item-payments.ts";
import { isMonthLocked } from "./month-lock.ts";
import {
  baseAmount,
  type ItemAmounts,
  isSettled,
  lastDayOfGrace,
  outstandingAmount,
  type PenaltyItem,
  withPenalty,
} from "./schedule.ts";

/** The allocations and the credit of a receipt, in paisa. They always add up to the amount paid. */
export interface ReceiptSettlement {
  readonly Allocations: Allocation[];
  readonly Credit: Paisa;
  /** The part of the allocations that paid penalties. An item's amount is paid first, its penalty last. */
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
}

/** A receipt, or an adjustment that gives credit in the form of one. */
export interface SettlementReceipt extends ReceiptSettlement {
  readonly PaymentReceiptID: number;
  readonly PaymentDate: Day;
}

/**
 * An item: an installment, or a charge or opening balance in the form of one, with `chargeItemId` as PaymentScheduleID.
 */
export type HouseItem = NumberedItem & PayableItem & PenaltyItem & Pick<PaymentState, "IsPaid">;

interface HouseSettlementInput<Item, Receipt> {
  readonly items: readonly Item[];
  /** All receipts of the house that are not voided. */
  readonly receipts: readonly Receipt[];
  readonly today: Day;
  /**
   * The last locked month (YYYY-MM), null for none. Penalties of items due in locked months are neither applied
   * nor removed.
   */
  readonly lockedThrough?: string | null;
}

interface HouseSettlement<Item, Receipt> {
  readonly items: { item: Item; state: PaymentState & Pick<ItemAmounts, "PenaltyApplied"> }[];
  readonly receipts: { receipt: Receipt; settlement: ReceiptSettlement }[];
}

/** The settlement of a receipt without allocations. */
export function unallocatedSettlement(amount: Paisa): ReceiptSettlement {
  return { Allocations: [], Credit: amount, PenaltyAmount: zero, PenaltyApplied: 0 };
}

/**
 * Settles one house: applies penalties to items that are open after their days of grace, then allocates credit to open
 * items, oldest receipt and oldest item first. If money dated within the days of grace covers an item's amount without
 * its penalty, an unpaid penalty is removed before later money is allocated. So the result does not depend on the order
 * in which receipts are entered. The paid date of an item is the latest of its payment dates, in whichever order they
 * were entered. Returns only changed items and receipts.
 */
export function settleHouse<Item extends HouseItem, Receipt extends SettlementReceipt>({
  items,
  receipts,
  today,
  lockedThrough = null,
}: HouseSettlementInput<Item, Receipt>): HouseSettlement<Item, Receipt> {
  const settler = new HouseSettler(items, { receipts, lockedThrough });
  settler.settle(today);
  const lastPaymentDays = settler.lastPaymentDays();
  return {
    items: items.flatMap((item) => {
      const state = settler.stateOf(item);
      const { AmountReceived, TickedAmount, TickedDate, IsPaid, PenaltyApplied } = state;
      const PaidDate = IsPaid ? (lastPaymentDays.get(item.PaymentScheduleID) ?? state.PaidDate) : null;
      const isUnchanged =
        AmountReceived === item.AmountReceived && PenaltyApplied === item.PenaltyApplied && PaidDate === item.PaidDate;
      return isUnchanged
        ? []
        : [{ item, state: { AmountReceived, TickedAmount, TickedDate, IsPaid, PaidDate, PenaltyApplied } }];
    }),
    receipts: receipts.flatMap((receipt) => {
      const settlement = settler.settlementOf(receipt);
      return isSameSettlement(receipt, settlement) ? [] : [{ receipt, settlement }];
    }),
  };
}

/** The items, credit and allocations of one house, which `settle` changes. */
class HouseSettler<Item extends HouseItem, Receipt extends SettlementReceipt> {
  readonly #items: Map<number, Item>;
  readonly #receipts: readonly Receipt[];
  readonly #lockedThrough: string | null;
  /** PaymentReceiptID → amount that is not allocated. */
  readonly #credit: Map<number, Paisa>;
  /** PaymentReceiptID → PaymentScheduleID → allocated amount. */
  readonly #allocations: Map<number, Map<number, Paisa>>;

  constructor(
    items: readonly Item[],
    { receipts, lockedThrough }: { receipts: readonly Receipt[]; lockedThrough: string | null },
  ) {
    this.#lockedThrough = lockedThrough;
    this.#items = new Map(items.toSorted(compareByDueDate).map((item) => [item.PaymentScheduleID, item]));
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
    for (const item of this.#openItems())
      if (!this.#isLocked(item)) this.#items.set(item.PaymentScheduleID, withPenalty(item, today));
    // Removing a penalty releases money that may settle an older item, so repeat until no penalty is removed.
    while (this.#settleItems());
  }

  /** By PaymentScheduleID: the latest day of the item's tick and of the receipts that pay it. */
  lastPaymentDays(): Map<number, Day> {
    const days = new Map<number, Day>();
    for (const { PaymentScheduleID, TickedDate } of this.#items.values())
      if (TickedDate !== null) days.set(PaymentScheduleID, TickedDate);
    for (const receipt of this.#receipts)
      for (const id of this.#allocationsOf(receipt).keys())
        if (receipt.PaymentDate > (days.get(id) ?? "")) days.set(id, receipt.PaymentDate);
    return days;
  }

  stateOf(item: Item): Item {
    const state = this.#items.get(item.PaymentScheduleID);
    if (!state) throw new RangeError("The item is not of this house");
    return state;
  }

  settlementOf(receipt: Receipt): ReceiptSettlement {
    const allocations = [...this.#allocationsOf(receipt)];
    const PenaltyAmount = addPaisa(...allocations.map(([id, amount]) => this.#penaltyShare({ receipt, id, amount })));
    return {
      Allocations: allocations.map(([PaymentScheduleID, Amount]) => ({ PaymentScheduleID, Amount })),
      Credit: this.#creditOf(receipt),
      PenaltyAmount,
      PenaltyApplied: PenaltyAmount === zero ? 0 : 1,
    };
  }

  /** Allocates credit to the open items. Returns whether a penalty was removed. */
  #settleItems(): boolean {
    let hasRemovedPenalty = false;
    for (const item of this.#openItems()) {
      const receiptsInTime = this.#findReceiptsCoveringInTime(item);
      if (receiptsInTime) {
        hasRemovedPenalty = true;
        this.#allocate(this.#removePenalty(item), receiptsInTime);
      } else this.#allocate(item, this.#receipts);
    }
    return hasRemovedPenalty;
  }

  /**
   * The receipts within the days of grace, if they and the ticked amount cover the item's amount without the applied
   * penalty; otherwise undefined.
   */
  #findReceiptsCoveringInTime(item: Item): Receipt[] | undefined {
    if (!item.PenaltyApplied || this.#isLocked(item) || item.TickedAmount > baseAmount(item)) return undefined;
    const lastDay = lastDayOfGrace(item);
    if (item.TickedDate !== null && item.TickedDate > lastDay) return undefined;
    const receiptsInTime = this.#receipts.filter(({ PaymentDate }) => PaymentDate <= lastDay);
    const available = receiptsInTime.map((receipt) =>
      addPaisa(this.#creditOf(receipt), this.#allocationsOf(receipt).get(item.PaymentScheduleID) ?? zero),
    );
    return sumPaisa([item.TickedAmount, ...available]) >= baseAmount(item) ? receiptsInTime : undefined;
  }

  /** Removes the penalty and turns the allocations to the item back into credit. Returns the item. */
  #removePenalty(item: Item): Item {
    const id = item.PaymentScheduleID;
    for (const receipt of this.#receipts) {
      const amount = this.#allocationsOf(receipt).get(id) ?? zero;
      this.#credit.set(receipt.PaymentReceiptID, addPaisa(this.#creditOf(receipt), amount));
      this.#allocationsOf(receipt).delete(id);
    }
    const unpenalized = { ...item, PenaltyApplied: 0 as const };
    const after = {
      ...unpenalized,
      ...reversePayment(unpenalized, subtractPaisa(item.AmountReceived, item.TickedAmount)),
    };
    this.#items.set(id, after);
    return after;
  }

  #allocate(openItem: Item, receipts: readonly Receipt[]): void {
    const id = openItem.PaymentScheduleID;
    let item = openItem;
    for (const receipt of receipts) {
      const credit = this.#creditOf(receipt);
      const amount = paisa(Math.min(credit, outstandingAmount(item)));
      if (amount === zero) continue;
      item = { ...item, ...applyPayment({ item, amount, day: receipt.PaymentDate }) };
      this.#credit.set(receipt.PaymentReceiptID, subtractPaisa(credit, amount));
      this.#allocationsOf(receipt).set(id, addPaisa(this.#allocationsOf(receipt).get(id) ?? zero, amount));
    }
    this.#items.set(id, item);
  }

  /**
   * The part of the allocation that paid the penalty: older allocations and ticks of earlier days count first, and the
   * penalty is paid last.
   */
  #penaltyShare({ receipt, id, amount }: { receipt: Receipt; id: number; amount: Paisa }): Paisa {
    const item = this.#items.get(id);
    if (!item?.PenaltyApplied) return zero;
    const base = baseAmount(item);
    if (item.AmountReceived <= base) return zero;
    const olderReceipts = this.#receipts.slice(0, this.#receipts.indexOf(receipt));
    const ticked = item.TickedDate !== null && item.TickedDate < receipt.PaymentDate ? item.TickedAmount : zero;
    const paidBefore = addPaisa(ticked, ...olderReceipts.map((other) => this.#allocationsOf(other).get(id) ?? zero));
    return paisa(Math.max(0, paidBefore + amount - base) - Math.max(0, paidBefore - base));
  }

  #isLocked({ DueDate }: Item): boolean {
    return isMonthLocked(DueDate, { LockedThrough: this.#lockedThrough });
  }

  #openItems(): Item[] {
    return [...this.#items.values()].filter((item) => !isSettled(item));
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

function isSameSettlement(before: ReceiptSettlement, after: ReceiptSettlement): boolean {
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
