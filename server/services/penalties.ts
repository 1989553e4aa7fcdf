import type { Day } from "../../shared/dates.ts";
import { isMonthLocked } from "../../shared/domain/month-lock.ts";
import { penaltyApplies } from "../../shared/domain/schedule.ts";
import { monthLock } from "../../shared/resources/month-lock.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Filter, inArray, type Store, where } from "../database/store.ts";
import { isValidRow } from "./valid-rows.ts";

const batchSize = 1_000;

/**
 * Applies the penalty to every open installment after its grace period, except in locked months. The houses need not be
 * settled afterwards, because a house with an open installment has no credit.
 */
export async function applyAllDuePenalties({
  ctx,
  store,
  signal,
}: {
  ctx: RequestContext;
  store: Store;
  signal?: AbortSignal;
}): Promise<void> {
  let lastId = 0;
  const [lock] = await store.find(monthLock, {});
  while (!signal?.aborted) {
    const rows = await readOverdueRows(store, {
      afterId: lastId,
      // Days are compared as texts: no day of the last locked month is after 31, even if the month is shorter.
      afterDay: `${lock?.LockedThrough ?? "0000-00"}-31`,
      today: ctx.today,
    });
    const ids = rows.filter((row) => isPenaltyDue(row, ctx.today)).map(({ PaymentScheduleID }) => PaymentScheduleID);
    // Skips installments that were paid, or whose month was locked, in the meantime.
    if (ids.length > 0) await ctx.transaction((tx) => applyDuePenalties(tx, { PaymentScheduleID: inArray(ids) }));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    lastId = last.PaymentScheduleID;
  }
}

/**
 * Applies the penalties of the matching installments that the daily job has not applied yet, except in locked months.
 */
export async function applyDuePenalties(tx: Transaction, filter: Filter): Promise<void> {
  for (const row of await findDuePenalties(tx, filter)) tx.update(paymentSchedule, row, { PenaltyApplied: 1 });
}

/** The matching installments whose penalty has fallen due and is not applied yet, except in locked months. */
export async function findDuePenalties(tx: Transaction, filter: Filter): Promise<Installment[]> {
  const lock = await tx.readMonthLock();
  const rows = await tx.find(paymentSchedule, { DueDate: where({ $lt: tx.today }), ...unpenalizedFilter, ...filter });
  return rows.filter((row) => isPenaltyDue(row, tx.today) && !isMonthLocked(row.DueDate, lock));
}

/** The next batch of overdue installments whose penalty is not applied yet, in the order of their ids. */
function readOverdueRows(
  store: Store,
  { afterId, afterDay, today }: { afterId: number; afterDay: Day; today: Day },
): Promise<Installment[]> {
  const filter = {
    ...unpenalizedFilter,
    PaymentScheduleID: where({ $gt: afterId }),
    DueDate: where({ $gt: afterDay, $lt: today }),
  };
  return store.find(paymentSchedule, filter, { limit: batchSize });
}

const unpenalizedFilter = { IsPaid: 0, PenaltyApplied: 0, PenaltyAmount: where({ $gt: 0 }) };

function isPenaltyDue(row: Installment, today: Day): boolean {
  return isValidRow(paymentSchedule, row) && penaltyApplies(row, today);
}
