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

/** Number of houses that are settled before other requests get a turn. */
const housesPerBatch = 50;

/** One at a time, as receipts created at the same time conflict over the next number. */
export const runSerially = limitConcurrency(1);

/**
 * Creates receipts with consecutive numbers in this order and settles their houses. Calls `onProgress` with the number of
 * settled houses.
 */
export async function addReceipts(
  tx: Transaction,
  newReceipts: readonly NewReceipt[],
  onProgress: (settledHouses: number) => void = () => {},
): Promise<Receipt[]> {
  if (newReceipts.length === 0) return [];
  const houses = [...new Set(newReceipts.map(({ house }) => house.PlotID))];
  await lockHouses(tx, houses);
  const first = await tx.nextNumber("ReceiptNo", newReceipts.length);
  const receipts = await tx.insertMany(
    paymentReceipt,
    newReceipts.map(({ input, house, ImportKey = "" }, index) => ({
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
  for (let start = 0; start < houses.length; start += housesPerBatch) {
    await settleHouses(tx, houses.slice(start, start + housesPerBatch));
    onProgress(Math.min(start + housesPerBatch, houses.length));
  }
  return receipts;
}

/** Locks the houses: concurrent payments of these houses wait or are retried, so that no installment is paid twice. */
export function lockHouses(tx: Transaction, plots: readonly number[]): Promise<void> {
  return tx.lockReferences(plot, plots, "HouseNo");
}
