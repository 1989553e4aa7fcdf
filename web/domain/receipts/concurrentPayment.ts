import { monthOf } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Attribution } from "../../../shared/wire.ts";
import type { RecentChange } from "../../live/recentChanges.ts";

/** Somebody else's payment of a house: the installments it has settled. */
export interface ConcurrentPayment extends Attribution {
  months: readonly { month: number; year: number }[];
}

/** Who last settled installments of the house since then, and which; a payment taken back counts no more. */
export function findConcurrentPayment(
  changes: readonly RecentChange[],
  { house, since }: { house: string; since: number },
): ConcurrentPayment | undefined {
  const number = house.trim().toLowerCase();
  const latest = new Map<number, RecentChange>();
  for (const change of changes) {
    if (change.resource !== paymentSchedule.name || change.receivedAt < since) continue;
    if (String(change.record?.HouseNo).toLowerCase() === number) latest.set(change.id, change);
  }
  const paid = [...latest.values()].filter(({ record }) => record?.IsPaid === 1);
  const last = paid.at(-1);
  if (!last) return undefined;
  const same = paid.filter(({ by }) => by === last.by);
  return { by: last.by, at: last.at, months: same.map(({ record }) => monthOf(String(record?.DueDate))) };
}
