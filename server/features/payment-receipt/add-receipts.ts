import type { z } from "zod";
import { emptySettlement } from "../../../shared/domain/house-settlement.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { limitConcurrency } from "../../jobs/limit-concurrency.ts";
import { settleHouses } from "../../services/settlement.ts";

type Receipt = RowOf<typeof paymentReceipt>;

export interface NewReceipt {
  input: z.output<typeof paymentReceipt.input>;
  /** HouseNo in the house's spelling. */
  house: Pick<Receipt, "PlotID" | "HouseNo">;
  ImportKey?: string;
}

/** Houses that are settled in one go. Other requests are answered in between. */
const housesPerBatch = 50;

/** One at a time, as receipts created at the same time conflict over the next number. */
export const runSerially = limitConcurrency(1);

/**
 * Creates receipts with consecutive numbers in this order and settles their houses. Calls `settled` with the number of
 * finished houses.
 */
export async function addReceipts(
  tx: Transaction,
  list: readonly NewReceipt[],
  settled: (houses: number) => void = () => {},
): Promise<Receipt[]> {
  if (list.length === 0) return [];
  const houses = [...new Set(list.map(({ house }) => house.PlotID))];
  await lockHouses(tx, houses);
  const first = await tx.nextNumber("ReceiptNo", list.length);
  const made = await tx.insertMany(
    paymentReceipt,
    list.map(({ input, house, ImportKey = "" }, index) => ({
      ...input,
      ...house,
      ...emptySettlement(input.AmountPaid),
      ReceiptNo: first + index,
      IsEmailSent: 0 as const,
      MailError: "",
      VoidedAt: null,
      ImportKey,
      CreatedAt: tx.now.toISOString(),
    })),
  );
  for (let at = 0; at < houses.length; at += housesPerBatch) {
    await settleHouses(tx, houses.slice(at, at + housesPerBatch));
    settled(Math.min(at + housesPerBatch, houses.length));
  }
  return made;
}

/** Locks the houses: concurrent payments of these houses wait or are retried, so that no installment is paid twice. */
export function lockHouses(tx: Transaction, plots: readonly number[]): Promise<void> {
  return tx.lockReferences(plot, plots, "HouseNo");
}
