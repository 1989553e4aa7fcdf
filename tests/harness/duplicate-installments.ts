import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Harness } from "./harness.ts";

/**
 * Charges the month of the installment with this id a second time, as an earlier release could; returns the id of the
 * duplicate.
 */
export function insertDuplicateInstallment({ transaction }: Pick<Harness, "transaction">, id: number): Promise<number> {
  return transaction(async (tx) => {
    const { PaymentScheduleID: _id, ...values } = await tx.get(paymentSchedule, id);
    const duplicate = await tx.insert(paymentSchedule, { ...values, PaymentPlanID: 99, IsDuplicate: 1 });
    return duplicate.PaymentScheduleID;
  });
}
