import { type Day, monthOf } from "../../../shared/dates.ts";
import { type AdjustmentRecord, adjustmentToPaisa } from "../../../shared/domain/adjustment-records.ts";
import { chargeItemId, isDebit, toChargeItem } from "../../../shared/domain/adjustments.ts";
import { chargedAmount, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type Paisa, type PaisaSum, sumPaisa, toNearestPaisa, zero } from "../../../shared/money.ts";
import { type HouseDues, sumCredit, summarizeDue } from "../../domain/houseDues.ts";
import type { OpenItem } from "../../domain/receipts/useHouseBalance.ts";
import { buildHouseYear, type ScheduleRow, toScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import type { MonthState } from "../../domain/schedule/YearStrip.tsx";
import type { BroughtForward } from "./useBroughtForward.ts";

/** The balance of a house on a day, amounts in paisa. */
export interface HouseAccount extends HouseDues<AccountItem> {
  /** The calendar year of that day. */
  year: number;
  /** The amounts of the items that are due in `year`, including penalties. */
  billedForYear: PaisaSum;
  /** What has been paid of `billedForYear`, whenever it was paid. */
  receivedForYear: PaisaSum;
  /** State of each month of `year`, January first. */
  months: readonly MonthState[];
  /** Part of receipts and credits that pays nothing yet. */
  credit: PaisaSum;
}

/** An installment, charge or opening balance of the house. */
interface AccountItem {
  DueDate: Day;
  billed: Paisa;
  received: Paisa;
  outstanding: Paisa;
}

interface HouseAccountInput {
  scheduleRows: readonly ScheduleRow[];
  receipts: readonly { Credit: number }[];
  /** The adjustments that count in the balance of the house: those with its id as SettledPlotID. */
  adjustments: readonly AdjustmentRecord[];
  broughtForward?: BroughtForward | undefined;
  today: Day;
}

/** Sums up what a house owes and has paid. Records are in rupees, the result in paisa; `today` is in society time. */
export function computeHouseAccount({
  scheduleRows,
  receipts,
  adjustments,
  broughtForward,
  today,
}: HouseAccountInput): HouseAccount {
  const { year } = monthOf(today);
  const installments = scheduleRows.map((row) => ({ ...toScheduleEntry(row, today), DueDate: row.DueDate }));
  const items: AccountItem[] = [...installments, ...listCharges(adjustments, broughtForward)].sort((a, b) =>
    a.DueDate < b.DueDate ? -1 : Number(a.DueDate > b.DueDate),
  );
  const itemsOfYear = items.filter(({ DueDate }) => monthOf(DueDate).year === year);
  return {
    ...summarizeDue(items, today),
    year,
    billedForYear: sumPaisa(itemsOfYear.map(({ billed }) => billed)),
    receivedForYear: sumPaisa(itemsOfYear.map(({ received }) => received)),
    months: buildHouseYear(
      scheduleRows.filter(({ DueDate }) => monthOf(DueDate).year === year),
      { today, previous: undefined },
    ).months,
    credit: broughtForward?.credit ?? sumCredit([...receipts, ...adjustments]),
  };
}

/**
 * The charges and opening balances. For a new owner, listed charges that were due before the transfer are left out,
 * because they are part of the sum that was taken over. That sum, and open charges that the list lacks because they are
 * dated before the transfer, come from the balance of the house.
 */
function listCharges(adjustments: readonly AdjustmentRecord[], broughtForward?: BroughtForward): AccountItem[] {
  const charges = adjustments.map(adjustmentToPaisa).filter(isDebit).map(toChargeItem);
  if (!broughtForward) return charges.map(chargeToAccountItem);
  const { ownedFrom, openCharges } = broughtForward;
  const listed = charges.filter(({ DueDate }) => DueDate >= ownedFrom);
  const listedIds = new Set(listed.map(({ PaymentScheduleID }) => PaymentScheduleID));
  const unlisted = openCharges.filter(({ id }) => !listedIds.has(chargeItemId(id)));
  return [...unlisted.map(openItemToAccountItem), ...listed.map(chargeToAccountItem)];
}

function chargeToAccountItem(charge: ReturnType<typeof toChargeItem>): AccountItem {
  return {
    DueDate: charge.DueDate,
    billed: chargedAmount(charge),
    received: charge.AmountReceived,
    outstanding: outstandingAmount(charge),
  };
}

/**
 * Counts only the unpaid part as billed. The balance has no paid items, so a paid part that counts as billed and
 * received would disappear from both sums with the last payment.
 */
function openItemToAccountItem({ DueDate, Due }: OpenItem): AccountItem {
  const outstanding = toNearestPaisa(Due);
  return { DueDate, billed: outstanding, received: zero, outstanding };
}
