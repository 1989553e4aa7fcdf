import type { Day } from "../../../shared/dates.ts";
import { isMonthLocked } from "../../../shared/domain/month-lock.ts";
import { penaltyApplies } from "../../../shared/domain/schedule.ts";
import { monthLock } from "../../../shared/resources/month-lock.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { inArray, type Store, where } from "../../database/store.ts";
import type { Job } from "../../jobs/daily-jobs.ts";
import { isValidRow } from "../../services/valid-rows.ts";

const batchSize = 1_000;

/**
 * Applies the penalty to every open installment after its grace period, except in locked months. The houses need not be
 * settled afterwards, because a house with an open installment has no credit.
 */
export const penaltyJob: Job = {
  name: "penalties",
  run: async ({ ctx, store, signal }) => {
    let lastId = 0;
    const [lock] = await store.find(monthLock, {});
    while (!signal.aborted) {
      const rows = await readOverdueRows(store, {
        afterId: lastId,
        // Days are compared as texts: no day of the last locked month is after 31, even if the month is shorter.
        afterDay: `${lock?.LockedThrough ?? "0000-00"}-31`,
        today: ctx.today,
      });
      const penalized = rows.filter((row) => isValidRow(paymentSchedule, row) && penaltyApplies(row, ctx.today));
      if (penalized.length > 0) await applyPenalties(ctx, penalized);
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      lastId = last.PaymentScheduleID;
    }
  },
};

/** Overdue installments without penalty, by id. */
function readOverdueRows(
  store: Store,
  { afterId, afterDay, today }: { afterId: number; afterDay: Day; today: Day },
): Promise<Installment[]> {
  const filter = {
    PaymentScheduleID: where({ $gt: afterId }),
    IsPaid: 0,
    PenaltyApplied: 0,
    PenaltyAmount: where({ $gt: 0 }),
    DueDate: where({ $gt: afterDay, $lt: today }),
  };
  return store.find(paymentSchedule, filter, { limit: batchSize });
}

/** Skips installments that were paid, or whose month was locked, in the meantime. */
function applyPenalties(ctx: RequestContext, penalized: readonly Installment[]): Promise<void> {
  const ids = inArray(penalized.map(({ PaymentScheduleID }) => PaymentScheduleID));
  return ctx.transaction(async (tx) => {
    const lock = await tx.readMonthLock();
    for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: ids, IsPaid: 0, PenaltyApplied: 0 }))
      if (penaltyApplies(row, tx.today) && !isMonthLocked(row.DueDate, lock))
        tx.update(paymentSchedule, row, { PenaltyApplied: 1 });
  });
}
