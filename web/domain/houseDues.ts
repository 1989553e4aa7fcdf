import { type Day, daysBetween } from "../../shared/dates.ts";
import { isOverdue } from "../../shared/domain/schedule.ts";
import { type Paisa, type PaisaSum, sumPaisa, toNearestPaisa } from "../../shared/money.ts";

/** An installment, charge or opening balance with its unpaid amount in paisa. */
interface DueItem {
  DueDate: Day;
  outstanding: Paisa;
}

/** What a house owes on a day, by whether its due date has passed. */
export interface HouseDues<Item extends DueItem> {
  /** Due before the day. */
  overdue: PaisaSum;
  /** Due on the day or later. */
  notDueYet: PaisaSum;
  /** Due on the day or before: the amount proposed for a receipt. */
  dueNow: PaisaSum;
  overdueCount: number;
  /** Days since the due date of the oldest overdue item; 0 if nothing is overdue. */
  daysOverdue: number;
  /** The first unpaid item that is not overdue. */
  nextItem: Item | undefined;
}

/** `items` must be sorted by due date; `today` is the society's day. */
export function summarizeDue<Item extends DueItem>(items: readonly Item[], today: Day): HouseDues<Item> {
  const unpaid = items.filter(({ outstanding }) => outstanding > 0);
  const [oldest] = unpaid;
  const overdueItems = unpaid.filter(({ DueDate }) => isOverdue(DueDate, today));
  const laterItems = unpaid.slice(overdueItems.length);
  return {
    overdue: sumOutstanding(overdueItems),
    notDueYet: sumOutstanding(laterItems),
    dueNow: sumOutstanding(unpaid.filter(({ DueDate }) => DueDate <= today)),
    overdueCount: overdueItems.length,
    daysOverdue: oldest ? Math.max(0, daysBetween(oldest.DueDate, today)) : 0,
    nextItem: laterItems[0],
  };
}

function sumOutstanding(items: readonly DueItem[]): PaisaSum {
  return sumPaisa(items.map(({ outstanding }) => outstanding));
}

/** The credit of a house in paisa, from its receipts and adjustments in rupees. */
export function sumCredit(records: readonly { Credit: number }[]): PaisaSum {
  return sumPaisa(records.map(({ Credit }) => toNearestPaisa(Credit)));
}
