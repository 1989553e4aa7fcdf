import type { Day } from "../../shared/dates.ts";
import { penaltyApplies } from "../../shared/domain/penalty.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Context } from "../kernel/context.ts";
import { defineJob } from "../kernel/jobs.ts";
import { among, type Store, where } from "../kernel/store.ts";

type Installment = RowOf<typeof paymentSchedule>;

const pageLength = 1_000;

/**
 * Puts the penalty on every installment whose days of grace are over while it is open. Credit need not be looked at: a house that has
 * an open installment has none.
 */
export const penalties = defineJob({
  name: "penalties",
  run: async ({ ctx, store, signal }) => {
    let after = 0;
    while (!signal.aborted) {
      const page = await openRows(store, { after, today: ctx.today });
      const late = page.filter((row) => penaltyApplies(row, ctx.today));
      if (late.length > 0) await apply(ctx, late);
      const last = page.at(-1);
      if (!last || page.length < pageLength) return;
      after = last.PaymentScheduleID;
    }
  },
});

/** Those that fell due and bear no penalty yet, by id. */
function openRows(store: Store, { after, today }: { after: number; today: Day }): Promise<Installment[]> {
  const filter = {
    PaymentScheduleID: where({ $gt: after }),
    IsPaid: 0,
    PenaltyApplied: 0,
    PenaltyAmount: where({ $gt: 0 }),
    DueDate: where({ $lt: today }),
  };
  return store.find(paymentSchedule, filter, { limit: pageLength });
}

/** What was paid meanwhile is left alone. */
function apply(ctx: Context, late: readonly Installment[]): Promise<void> {
  const ids = among(late.map(({ PaymentScheduleID }) => PaymentScheduleID));
  return ctx.transaction(async (tx) => {
    for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: ids, IsPaid: 0, PenaltyApplied: 0 }))
      if (penaltyApplies(row, tx.today)) tx.update(paymentSchedule, row, { PenaltyApplied: 1 });
  });
}
