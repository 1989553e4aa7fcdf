import { addDays, type Day } from "../../shared/dates.ts";

// A second, simple implementation of the money rules, with which tests compare the portal. It shares only the date
// functions with it. Amounts are in paisa. Ledgers are plain data, so that a test can copy them with structuredClone.

/** An amount that a house owes: an installment, or a charge or opening balance. */
export interface ModelItem {
  kind: "installment" | "charge" | "opening";
  /** PaymentScheduleID or AdjustmentID. */
  id: number;
  dueDate: Day;
  amount: number;
  penalty: number;
  graceDays: number;
  penaltyApplied: boolean;
  waived: number;
  waivedPenalty: number;
  /** The amount marked as paid by hand (ticked), without a receipt, and the day of the tick. */
  ticked: number;
  tickedOn: Day | null;
  /**
   * Of an installment: its number in the plan, the PaymentPlanID, and whether it charges a month a second time.
   */
  number: number;
  planId: number;
  isDuplicate: boolean;
  /** The values before the last untick, as long as a tick by the same user undoes it. */
  unticked?: { by: string; penaltyApplied: boolean; ticked: number; tickedOn: Day | null } | undefined;
}

/** Money of a house: a receipt, or an adjustment that gives credit. */
export interface ModelSource {
  kind: "receipt" | "adjustment";
  id: number;
  date: Day;
  amount: number;
  /** The part that refunds and transfers have used. */
  refunded: number;
  /** Of a receipt: the owner on its date. */
  payer?: string;
}

/** The part of a source that pays an item. */
interface ModelAllocation {
  source: ModelSource;
  item: ModelItem;
  amount: number;
}

/** What one house owes and has paid. */
export interface Ledger {
  items: ModelItem[];
  sources: ModelSource[];
  allocations: ModelAllocation[];
}

/** The part of a source that a refund or transfer uses. */
export interface ModelFunding {
  source: ModelSource;
  amount: number;
}

export function emptyLedger(): Ledger {
  return { items: [], sources: [], allocations: [] };
}

/** The amount without penalty, after waivers. */
export function amountAfterWaivers(item: ModelItem): number {
  return item.amount - item.waived;
}

export function dueOf(item: ModelItem): number {
  return amountAfterWaivers(item) + (item.penaltyApplied ? item.penalty - item.waivedPenalty : 0);
}

export function receivedOf(ledger: Ledger, item: ModelItem): number {
  return item.ticked + sum(ledger.allocations.filter((allocation) => allocation.item === item));
}

export function outstandingOf(ledger: Ledger, item: ModelItem): number {
  return Math.max(0, dueOf(item) - receivedOf(ledger, item));
}

export function isPaid(ledger: Ledger, item: ModelItem): boolean {
  return outstandingOf(ledger, item) === 0;
}

/** An item is paid on the day of its last payment. */
export function paidOn(ledger: Ledger, item: ModelItem): Day | null {
  if (!isPaid(ledger, item)) return null;
  const days = ledger.allocations.filter((allocation) => allocation.item === item).map(({ source }) => source.date);
  return [...days, ...(item.tickedOn ? [item.tickedOn] : [])].sort().at(-1) ?? null;
}

export function creditOf(ledger: Ledger, source: ModelSource): number {
  return source.amount - source.refunded - sum(ledger.allocations.filter((allocation) => allocation.source === source));
}

export function totalCredit(ledger: Ledger): number {
  return ledger.sources.reduce((total, source) => total + creditOf(ledger, source), 0);
}

/** In the order in which money pays items: by due date; on one day installments by number, then charges by id. */
export function sortedItems({ items }: Ledger): ModelItem[] {
  return items.toSorted((a, b) => compare(a.dueDate, b.dueDate) || rankOf(a) - rankOf(b) || a.id - b.id);
}

/** By date, receipts first, then by id. */
function sortedSources({ sources }: Ledger): ModelSource[] {
  const rank = ({ kind }: ModelSource) => (kind === "receipt" ? 0 : 1);
  return sources.toSorted((a, b) => compare(a.date, b.date) || rank(a) - rank(b) || a.id - b.id);
}

/** Applies the penalty to open items after their days of grace. */
export function applyPenalties(ledger: Ledger, today: Day): void {
  for (const item of ledger.items)
    if (item.penalty > 0 && !isPaid(ledger, item) && today > lastGraceDay(item)) item.penaltyApplied = true;
}

/**
 * Applies penalties, then allocates credit to open items. An item that money dated within its days of grace can pay
 * loses its penalty, which can free money for other items, so this is repeated until nothing changes.
 */
export function settle(ledger: Ledger, today: Day): void {
  applyPenalties(ledger, today);
  let hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (const item of sortedItems(ledger)) {
      if (isPaid(ledger, item)) continue;
      const sourcesInTime = sortedSources(ledger).filter(({ date }) => date <= lastGraceDay(item));
      if (isCoveredInTime(ledger, item, sourcesInTime)) {
        hasChanged = true;
        item.penaltyApplied = false;
        ledger.allocations = ledger.allocations.filter((allocation) => allocation.item !== item);
        allocate(ledger, item, sourcesInTime);
      }
      allocate(ledger, item, sortedSources(ledger));
    }
  }
}

/**
 * The part of a source that paid penalties. Older money pays the amount of an item, later money its penalty; a tick
 * pays after the sources of its day.
 */
export function penaltyPaidBy(ledger: Ledger, source: ModelSource): number {
  let paid = 0;
  for (const item of ledger.items) {
    let filled = 0;
    for (const other of sortedSources(ledger)) {
      const amount = sum(ledger.allocations.filter((part) => part.item === item && part.source === other));
      const before = filled + (item.tickedOn !== null && item.tickedOn < other.date ? item.ticked : 0);
      if (other === source) paid += amount - Math.min(amount, Math.max(0, amountAfterWaivers(item) - before));
      filled += amount;
    }
  }
  return paid;
}

/** Paid completely, and only by receipts and credits. */
export function isPaidBySources(ledger: Ledger, item: ModelItem): boolean {
  return isPaid(ledger, item) && item.ticked === 0 && receivedOf(ledger, item) > 0;
}

/** Marks the item as paid by hand today, with its penalty if the days of grace are over. */
export function tick(ledger: Ledger, item: ModelItem, today: Day): void {
  if (item.penalty > 0 && today > lastGraceDay(item)) item.penaltyApplied = true;
  item.ticked += outstandingOf(ledger, item);
  item.tickedOn = today;
}

export function untick(ledger: Ledger, item: ModelItem, by: string): void {
  const { penaltyApplied, ticked, tickedOn } = item;
  item.unticked = isPaid(ledger, item) ? { by, penaltyApplied, ticked, tickedOn } : undefined;
  item.ticked = 0;
  item.tickedOn = null;
}

/** Restores the amount that the user's last untick took back, if this amount and later payments pay the item. */
export function undoUntick(ledger: Ledger, item: ModelItem, by: string): boolean {
  const { unticked } = item;
  if (!unticked || unticked.by !== by || item.ticked > 0) return false;
  const due = dueOf({ ...item, penaltyApplied: unticked.penaltyApplied });
  const excess = receivedOf(ledger, item) + unticked.ticked - due;
  if (excess < 0 || unticked.ticked > due) return false;
  release(ledger, item, excess);
  const { penaltyApplied, ticked, tickedOn } = unticked;
  Object.assign(item, { penaltyApplied, ticked, tickedOn });
  return true;
}

/**
 * Takes this amount off the item, newest money first, so that it becomes credit. Returns the rest, which a tick has
 * paid.
 */
export function release(ledger: Ledger, item: ModelItem, amount: number): number {
  let remaining = amount;
  for (const source of sortedSources(ledger).reverse())
    for (const part of ledger.allocations.filter((one) => one.item === item && one.source === source).reverse()) {
      const released = Math.min(part.amount, remaining);
      part.amount -= released;
      remaining -= released;
    }
  ledger.allocations = ledger.allocations.filter((part) => part.amount > 0);
  return remaining;
}

/** Removes the source and what it pays. */
export function removeSource(ledger: Ledger, source: ModelSource): void {
  ledger.allocations = ledger.allocations.filter((part) => part.source !== source);
  ledger.sources = ledger.sources.filter((other) => other !== source);
}

/** Removes the item; the money on it becomes credit. */
export function removeItem(ledger: Ledger, item: ModelItem): void {
  ledger.allocations = ledger.allocations.filter((part) => part.item !== item);
  ledger.items = ledger.items.filter((other) => other !== item);
}

/** The maximum that a waiver or write-off can take from the item. */
export function maxWaivable(ledger: Ledger, item: ModelItem, part: "amount" | "penalty"): number {
  if (part === "penalty") return item.penaltyApplied ? item.penalty - item.waivedPenalty : 0;
  return Math.min(outstandingOf(ledger, item), amountAfterWaivers(item));
}

/** Waives an amount of the item. Returns the part of a tick that exceeds the amount still due: it becomes credit. */
export function waive(ledger: Ledger, item: ModelItem, part: "amount" | "penalty", amount: number): number {
  if (part === "penalty") item.waivedPenalty += amount;
  else item.waived += amount;
  const excess = Math.max(0, receivedOf(ledger, item) - dueOf(item));
  const tickedExcess = release(ledger, item, excess);
  if (tickedExcess > 0) takeFromTick(item, tickedExcess);
  return tickedExcess;
}

/** Takes an amount that becomes credit from the tick. The tick before an earlier untick can then not be restored. */
export function takeFromTick(item: ModelItem, amount: number): void {
  item.ticked -= amount;
  if (item.ticked > 0) return;
  item.tickedOn = null;
  item.unticked = undefined;
}

/** Uses credit, oldest first; returns what each source gave. `amount` must not exceed the credit of the house. */
export function takeCredit(ledger: Ledger, amount: number): ModelFunding[] {
  const funding: ModelFunding[] = [];
  let remaining = amount;
  for (const source of sortedSources(ledger)) {
    const taken = Math.min(remaining, creditOf(ledger, source));
    if (taken <= 0) continue;
    source.refunded += taken;
    remaining -= taken;
    funding.push({ source, amount: taken });
  }
  return funding;
}

/**
 * Whether the item has a penalty that must be removed, because money dated within its days of grace can pay its amount.
 */
function isCoveredInTime(ledger: Ledger, item: ModelItem, sourcesInTime: ModelSource[]): boolean {
  if (!item.penaltyApplied || item.ticked > amountAfterWaivers(item) || (item.tickedOn ?? "") > lastGraceDay(item))
    return false;
  const allocated = sum(ledger.allocations.filter((part) => part.item === item && sourcesInTime.includes(part.source)));
  const credit = sourcesInTime.reduce((total, source) => total + creditOf(ledger, source), 0);
  return item.ticked + allocated + credit >= amountAfterWaivers(item);
}

function allocate(ledger: Ledger, item: ModelItem, sources: ModelSource[]): void {
  for (const source of sources) {
    const amount = Math.min(creditOf(ledger, source), outstandingOf(ledger, item));
    if (amount <= 0) continue;
    const part = ledger.allocations.find((one) => one.item === item && one.source === source);
    if (part) part.amount += amount;
    else ledger.allocations.push({ source, item, amount });
  }
}

function lastGraceDay({ dueDate, graceDays }: ModelItem): Day {
  return addDays(dueDate, graceDays);
}

function rankOf({ kind, id, number }: ModelItem): number {
  return kind === "installment" ? number : 1_000_000_000 + id;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function sum(allocations: readonly ModelAllocation[]): number {
  return allocations.reduce((total, { amount }) => total + amount, 0);
}
