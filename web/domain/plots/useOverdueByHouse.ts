import { useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { adjustmentToPaisa } from "../../../shared/domain/adjustment-records.ts";
import { isDebit, toChargeItem } from "../../../shared/domain/adjustments.ts";
import { isOverdue, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { addToSum, type Paisa, type PaisaSum, zero } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useResource } from "../../live/useResource.ts";
import { rowToPaisa } from "../schedule/scheduleEntry.ts";

/** What is overdue of a house: installments, charges and opening balances. */
export interface HouseOverdue {
  amount: PaisaSum;
  count: number;
  oldestDueDate: Day;
}

/** By PlotID; a house without an entry has nothing overdue. */
export type OverdueByHouse = ReadonlyMap<number, HouseOverdue>;

/**
 * What is overdue of each house. Undefined while loading, without the permission for the schedule, and unless
 * `isNeeded`, because it reads the unpaid rows of all houses. Without the permission for adjustments it counts
 * installments only.
 */
export function useOverdueByHouse(isNeeded: boolean): OverdueByHouse | undefined {
  const today = useSocietyToday();
  const canSeeSchedule = useCanList(paymentSchedule);
  const canSeeAdjustments = useCanList(adjustment);
  const schedule = useResource(paymentSchedule, isNeeded && canSeeSchedule ? unpaidOnly : null);
  const adjustments = useResource(adjustment, isNeeded && canSeeAdjustments ? unpaidOnly : null);
  const isReady =
    isNeeded && canSeeSchedule && schedule.status === "ready" && (!canSeeAdjustments || adjustments.status === "ready");
  return useMemo(() => {
    if (!isReady) return undefined;
    const overdueByHouse = new Map<number, HouseOverdue>();
    const add = ({ PlotID, DueDate }: { PlotID: number; DueDate: Day }, outstanding: Paisa) => {
      if (!isOverdue(DueDate, today) || outstanding === zero) return;
      const { amount, count, oldestDueDate } = overdueByHouse.get(PlotID) ?? {
        amount: zero,
        count: 0,
        oldestDueDate: DueDate,
      };
      overdueByHouse.set(PlotID, {
        amount: addToSum(amount, outstanding),
        count: count + 1,
        oldestDueDate: DueDate < oldestDueDate ? DueDate : oldestDueDate,
      });
    };
    for (const row of schedule.rows) add(row, outstandingAmount(rowToPaisa(row)));
    for (const charge of adjustments.rows.map(adjustmentToPaisa)) {
      if (!isDebit(charge)) continue;
      const item = toChargeItem(charge);
      add({ PlotID: charge.PlotID, DueDate: item.DueDate }, outstandingAmount(item));
    }
    return overdueByHouse;
  }, [isReady, schedule.rows, adjustments.rows, today]);
}

const unpaidOnly = { IsPaid: 0 };
