import { isDebit, toChargeRow } from "../../shared/domain/adjustments.ts";
import { compareByDueDate } from "../../shared/domain/row-payments.ts";
import { isRowOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, type Filter, type Session, type Store, where } from "../database/store.ts";

/**
 * The items (installments, charges and opening balances) of houses, by due date. With `unpaid`, only the unpaid ones.
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

/** The row as an item of its house, see `readHouseItems`; undefined for other rows. */
export function toHouseItem(resourceName: string, row: Doc | null) {
  if (resourceName === paymentSchedule.name && isRowOf(paymentSchedule, row)) return row;
  if (resourceName === adjustment.name && isRowOf(adjustment, row) && isDebit(row)) return toChargeRow(row);
  return undefined;
}
