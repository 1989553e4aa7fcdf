import { isDebit, toChargeRow } from "../../shared/domain/adjustments.ts";
import { compareByDueDate } from "../../shared/domain/row-payments.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Filter, type Session, type Store, where } from "../database/store.ts";

/**
 * Everything that houses owe or owed: installments, charges and opening balances, by due date. `unpaid` leaves out
 * the paid ones.
 */
export async function readHouseItems(
  store: Pick<Store, "find"> | Pick<Transaction, "find">,
  { plotFilter, unpaid, ...options }: { plotFilter: Filter[string]; unpaid?: true; session?: Session },
) {
  const filter = { PlotID: plotFilter, ...(unpaid ? { IsPaid: 0 } : {}) };
  const installments = await store.find(paymentSchedule, filter, options);
  const debitFilter = {
    ...filter,
    Kind: where({ $in: ["charge", "opening"] }),
    Amount: where({ $gt: 0 }),
    VoidedAt: null,
  };
  const charges = await store.find(adjustment, debitFilter, options);
  return [...installments, ...charges.filter(isDebit).map(toChargeRow)].sort(compareByDueDate);
}
