import { isDebit, toChargeItem } from "../../shared/domain/adjustments.ts";
import { compareByDueDate } from "../../shared/domain/item-payments.ts";
import { isRowOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, type Filter, type Store, where } from "../database/store.ts";

/**
 * The open items of houses, by due date: installments, charges and opening balances that are not paid in full.
 * `plotFilter`: a PlotID or a condition for it.
 */
export async function readOpenItems(
  source: Pick<Store, "find"> | Pick<Transaction, "find">,
  plotFilter: Filter[string],
) {
  const filter = { PlotID: plotFilter, IsPaid: 0 };
  const installments = await source.find(paymentSchedule, filter);
  const debitFilter = {
    ...filter,
    Kind: where({ $in: ["charge", "opening"] }),
    Amount: where({ $gt: 0 }),
    VoidedAt: null,
  };
  const charges = await source.find(adjustment, debitFilter);
  return [...installments, ...charges.filter(isDebit).map(toChargeItem)].sort(compareByDueDate);
}

/** The row as an item of its house: an installment, charge or opening balance. Undefined for other rows. */
export function toHouseItem(resourceName: string, row: Doc | null) {
  if (resourceName === paymentSchedule.name && isRowOf(paymentSchedule, row)) return row;
  if (resourceName === adjustment.name && isRowOf(adjustment, row) && isDebit(row)) return toChargeItem(row);
  return undefined;
}
