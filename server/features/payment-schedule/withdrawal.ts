import { formatMonthYear, monthOf } from "../../../shared/dates.ts";
import { itemStatus } from "../../../shared/domain/schedule.ts";
import { keepInstallment, withdrawInstallments } from "../../../shared/endpoints/payment-schedule.ts";
import { createMessage } from "../../../shared/messages.ts";
import { zero } from "../../../shared/money.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { withdrawnInstallment } from "../../../shared/resources/withdrawn-installment.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { conflict, notFound } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { removeInstallments } from "../../services/installments.ts";
import { assertValidInstallment, releaseAllocations, settleHouses } from "../../services/settlement.ts";

/** Withdraws unpaid installments, all or none. */
export const withdrawInstallmentsHandler = defineEndpointHandler(withdrawInstallments, async ({ ctx, body }) => {
  const ids = [...new Set(body.PaymentScheduleIDs)];
  const count = await ctx.withoutGroupCommit().transaction(async (tx) => {
    const rows = await tx.find(paymentSchedule, { PaymentScheduleID: inArray(ids) });
    if (rows.length < ids.length) throw notFound(paymentSchedule.label);
    const plotIds = [...new Set(rows.map(({ PlotID }) => PlotID))];
    await tx.lockRows(plot, plotIds, "PaymentScheduleIDs");
    for (const row of rows) assertValidInstallment(row);
    const paid = rows.find((row) => row.AmountReceived > 0);
    if (paid) throw await createPaidError(tx, paid);
    await withdraw(tx, rows, body.Reason);
    return rows.length;
  });
  return { ...createMessage("installments-withdrawn", { count }), data: count };
});

/** Keeps one installment of a month that is charged more than once, and withdraws the others. */
export const keepInstallmentHandler = defineEndpointHandler(keepInstallment, async ({ ctx, body }) => {
  const count = await ctx.transaction(async (tx) => {
    const kept = await tx.get(paymentSchedule, body.PaymentScheduleID);
    const { PlotID, BillingMonth, PaymentScheduleID } = kept;
    await tx.lockRows(plot, [PlotID], "PaymentScheduleID");
    const others = (await tx.find(paymentSchedule, { PlotID, BillingMonth })).filter(
      (row) => row.PaymentScheduleID !== PaymentScheduleID,
    );
    for (const row of [kept, ...others]) assertValidInstallment(row);
    if (others.length === 0) throw conflict(createMessage("charged-once"), kept);
    const ticked = others.find((row) => row.TickedAmount > 0);
    if (ticked) throw await createPaidError(tx, ticked);
    for (const { PaymentScheduleID: itemId, AmountReceived } of others)
      if (AmountReceived > zero) await releaseAllocations(tx, { PlotID, itemId }, AmountReceived);
    await withdraw(tx, others, body.Reason);
    // Read again: if the installment without IsDuplicate was withdrawn, `removeInstallments` has changed the kept one.
    tx.update(paymentSchedule, await tx.get(paymentSchedule, PaymentScheduleID), { IsDuplicate: 0 });
    await settleHouses(tx, [PlotID]);
    return others.length;
  });
  return { ...createMessage("installment-kept", { count }), data: count };
});

/** Moves the installments from the schedule to the withdrawn installments. */
async function withdraw(tx: Transaction, rows: readonly Installment[], Reason: string): Promise<void> {
  const planIds = [...new Set(rows.map(({ PaymentPlanID }) => PaymentPlanID))];
  const plans = await tx.find(paymentPlan, { PaymentPlanID: inArray(planIds) });
  const planNames = new Map(plans.map(({ PaymentPlanID, PaymentPlanName }) => [PaymentPlanID, PaymentPlanName]));
  await removeInstallments(tx, rows, paymentSchedule.label);
  await tx.insertMany(
    withdrawnInstallment,
    rows.map(({ PaymentScheduleID, PlotID, PaymentPlanID, DueDate, Amount }) => ({
      PaymentScheduleID,
      PlotID,
      PaymentPlanName: planNames.get(PaymentPlanID) ?? "",
      DueDate,
      Amount,
      Reason,
      WithdrawnBy: tx.by.name,
      WithdrawnAt: tx.now.toISOString(),
    })),
  );
}

/** The 409 error for an installment that has received money. */
async function createPaidError(tx: Transaction, row: Installment) {
  const { HouseNo } = await tx.get(plot, row.PlotID);
  const record = `${HouseNo} ${formatMonthYear(monthOf(row.DueDate))}`;
  return conflict(createMessage("wrong-state", { record, state: itemStatus(row, tx.today) }), row);
}
