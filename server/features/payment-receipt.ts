import { z } from "zod";
import { unsettled } from "../../shared/domain/credit.ts";
import { messages } from "../../shared/messages.ts";
import { zero } from "../../shared/money.ts";
import { mayHold } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { addReceipts, holdHouses, inTurn } from "../ground/receipts.ts";
import { settleHouses, takeBack } from "../ground/settlement.ts";
import { defineFeature, parseWith } from "../kernel/feature.ts";
import { conflict, invalid } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { countUnsent } from "../mail/unsent.ts";

type Receipt = RowOf<typeof paymentReceipt>;
type House = Pick<Receipt, "PlotID" | "HouseNo">;

export const paymentReceiptFeature = defineFeature(paymentReceipt, {
  documented: {
    beside: z.object({ msg: z.string().meta({ description: "Whether receipts are still to be mailed, for people" }) }),
  },
  create: async (ctx, body) => {
    const input = parseWith(paymentReceipt.input, body);
    const row = await inTurn(() =>
      ctx.transaction(async (tx) => {
        const [made] = await addReceipts(tx, [{ input, house: await houseOf(tx, input.HouseNo) }]);
        if (!made) throw new Error("A receipt was not made");
        return tx.get(paymentReceipt, made.PaymentReceiptID);
      }),
    );
    return { message: messages.receiptAdded, row };
  },
  recovered: ({ first }) => ({ message: messages.receiptAdded, row: first }),
  update: async (tx, { row, input }) => {
    refuseVoided(row);
    const house = await houseOf(tx, input.HouseNo);
    const values = { ...input, ...house };
    if (!movesMoney(row, values)) return tx.update(paymentReceipt, row, values);
    const houses = [...new Set([row.PlotID, house.PlotID])];
    await holdHouses(tx, houses);
    await takeBack(tx, row);
    tx.update(paymentReceipt, row, { ...values, ...unsettled(input.AmountPaid) });
    await settleHouses(tx, houses);
    return tx.get(paymentReceipt, row.PaymentReceiptID);
  },
  /** Voids: the row stays with its number, what it settled is open again. */
  remove: async (tx, row) => {
    refuseVoided(row);
    await holdHouses(tx, [row.PlotID]);
    await takeBack(tx, row);
    tx.update(paymentReceipt, row, { ...unsettled(zero), VoidedAt: tx.now.toISOString() });
    await settleHouses(tx, [row.PlotID]);
  },
  updatedMessage: () => messages.receiptUpdated,
  removedMessage: messages.receiptDeleted,
  besideList: async (parts) => {
    const pending = await countUnsent(parts);
    return { msg: pending === 0 ? messages.allEmailsSent : messages.emailsPending(pending) };
  },
});

/** The house of that number, in its own spelling. Refused at HouseNo when there is none that the viewer may know of. */
async function houseOf(tx: Transaction, HouseNo: string): Promise<House> {
  const [house] = await tx.find(plot, { HouseNo }, { limit: 1, caseFolded: true });
  if (house && mayHold(tx.viewer, plot, house)) return { PlotID: house.PlotID, HouseNo: house.HouseNo };
  const message = messages.unknownReference("House");
  throw invalid(message, { HouseNo: message });
}

function refuseVoided(row: Receipt): void {
  if (row.VoidedAt !== null) throw conflict(messages.receiptVoided, row);
}

function movesMoney(before: Receipt, after: Pick<Receipt, "PlotID" | "AmountPaid" | "PaymentDate">): boolean {
  return (
    before.PlotID !== after.PlotID || before.AmountPaid !== after.AmountPaid || before.PaymentDate !== after.PaymentDate
  );
}
