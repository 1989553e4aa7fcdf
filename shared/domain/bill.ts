import { type Day, dayOfMonth, type YearMonth } from "../dates.ts";
import { addPaisa, type Paisa, subtractPaisa, zero } from "../money.ts";
import { itemReference } from "./adjustments.ts";
import { chargedAmount, dueDateForOwner, outstandingAmount, type PenaltyItem, penaltyDay } from "./schedule.ts";

/** An installment, charge or opening balance; see `toChargeItem`. */
interface Item extends PenaltyItem {
  readonly PaymentScheduleID: number;
}

/**
 * The amounts and items of a bill: all open items that are due until the end of the month. Undefined if there are none.
 * `getReason` returns the reason of a charge by its item id. An item from before `ownedFrom`, the first day of the
 * current owner, gets that day as its due date and no reason, because owners see nothing from before their ownership.
 */
export function buildBill(
  items: readonly Item[],
  {
    month,
    today,
    ownedFrom,
    getReason,
  }: { month: YearMonth; today: Day; ownedFrom: Day | null; getReason: (itemId: number) => string },
) {
  const first = dayOfMonth({ ...month, day: 1 });
  const last = dayOfMonth({ ...month, day: 31 });
  const open = items
    .filter((item) => item.DueDate <= last && outstandingAmount(item) > 0)
    .toSorted((a, b) => a.DueDate.localeCompare(b.DueDate) || a.PaymentScheduleID - b.PaymentScheduleID)
    .map((item) => ({ ...item, dueForOwner: dueDateForOwner(item.DueDate, ownedFrom) }));
  if (open.length === 0) return undefined;
  const ofMonth = open.filter(({ dueForOwner }) => dueForOwner >= first);
  const Charges = addPaisa(...ofMonth.map(outstandingAmount));
  const Arrears = addPaisa(...open.filter(({ dueForOwner }) => dueForOwner < first).map(outstandingAmount));
  const lastDue = ofMonth.at(-1)?.dueForOwner ?? last;
  const AmountWithin = addPaisa(Charges, Arrears);
  // A penalty that was not applied on its day, because the month was locked, is never applied.
  const penalizedLater = open.filter((item) => pendingPenalty(item) > 0 && penaltyDay(item) > today);
  return {
    Charges,
    Arrears,
    AmountWithin,
    // A bill belongs to its month, even if its items are due later for a new owner.
    DueDate: lastDue < last ? lastDue : last,
    AmountAfter: addPaisa(AmountWithin, ...penalizedLater.map(pendingPenalty)),
    PenaltyFrom: penalizedLater.map(penaltyDay).toSorted()[0] ?? null,
    Items: open.map((item) => ({
      ...itemReference(item.PaymentScheduleID),
      Amount: outstandingAmount(item),
      DueDate: item.dueForOwner,
      Reason: item.dueForOwner === item.DueDate ? getReason(item.PaymentScheduleID) : "",
    })),
  };
}

/** The amount that the penalty would add to the item, if it is not applied yet. */
function pendingPenalty(item: Item): Paisa {
  if (item.PenaltyApplied) return zero;
  return subtractPaisa(chargedAmount({ ...item, PenaltyApplied: 1 }), chargedAmount(item));
}
