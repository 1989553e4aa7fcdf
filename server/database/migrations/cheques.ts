import { bouncedOrReturnedStates } from "../../../shared/domain/cheques.ts";
import { isRowOf } from "../../../shared/registry.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { chequeEntry } from "../../../shared/resources/cheque-entry.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { addCheques } from "../../services/cheques.ts";
import { addFields, batchSize, type Migration } from "./migration.ts";

/**
 * Adds the missing cheque of each receipt that was paid by cheque before the portal had deposit slips. Its state is
 * cleared, because its money entered an account with the receipt; the cheque of a voided receipt has the state
 * returned.
 */
export const registerCheques: Migration = {
  name: "add the cheques of existing receipts, as cleared, and the fee for a bounced cheque",
  run: async (store, ctx) => {
    await addFields(store, {
      society: { BounceFee: null },
      "payment-receipt": { ChequeState: "", Reversals: [] },
    });
    const registeredIds = new Set<number>();
    for await (const { PaymentReceiptID } of store.stream(cheque, {})) registeredIds.add(PaymentReceiptID);
    let batch: Receipt[] = [];
    const addBatch = () => ctx.transaction((tx) => addCheques(tx, batch));
    for await (const receipt of store.stream(paymentReceipt, { PaymentMethod: "Cheque" })) {
      // Rows that were written directly to the database can lack fields. No total counts them, and they get no cheque.
      if (registeredIds.has(receipt.PaymentReceiptID) || !isRowOf(paymentReceipt, receipt)) continue;
      batch.push(receipt);
      if (batch.length < batchSize) continue;
      await addBatch();
      batch = [];
    }
    await addBatch();
  },
};

export const addBounceReasons: Migration = {
  name: "add the reason of the last bounce to cheques that were not paid",
  run: async (store) => {
    await addFields(store, { cheque: { BounceReason: "" } });
    for await (const { ChequeID, Reason } of store.stream(
      chequeEntry,
      { State: "bounced" },
      { sort: { ChequeEntryID: 1 } },
    ))
      await store
        .collection(cheque)
        .updateOne({ _id: ChequeID, State: { $in: bouncedOrReturnedStates } }, { $set: { BounceReason: Reason } });
  },
};

/** Earlier releases kept the payer of a cheque when its receipt was given to another house or day. */
export const correctPayers: Migration = {
  name: "correct the payers of cheques whose receipts were given to another house or day",
  run: async (store, ctx) => {
    const payers = new Map<number, string>();
    for await (const { PaymentReceiptID, PayerName } of store.stream(paymentReceipt, { PaymentMethod: "Cheque" }))
      payers.set(PaymentReceiptID, PayerName);
    const cheques = await store.find(cheque, {});
    await ctx.transaction(async (tx) => {
      for (const row of cheques) {
        const PayerName = payers.get(row.PaymentReceiptID) ?? row.PayerName;
        if (PayerName !== row.PayerName) tx.update(cheque, row, { PayerName });
      }
    });
  },
};
