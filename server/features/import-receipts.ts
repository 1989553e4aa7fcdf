import { importReceipts, lookAtReceipts } from "../../shared/endpoints/import.ts";
import { messages } from "../../shared/messages.ts";
import { mayHold } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { type Importer, importCalls } from "../ground/importing.ts";
import { addReceipts, inTurn, type NewReceipt } from "../ground/receipts.ts";
import { parseReceipts, type ReceiptRow } from "../import/receipts.ts";
import { folded } from "../import/words.ts";
import { among } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";

/**
 * Receipts are only ever added: their money moved, and what is wrong with it is put right by hand, where it is seen. They are numbered
 * from the oldest on and settle as if each had been typed.
 */
export const receiptImporter: Importer = {
  name: "receipts",
  inTurn,
  takeIn: async (tx, { rows, placed, dryRun, step }) => {
    const { receipts, refused } = parseReceipts(rows, placed);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const houses = await housesByNumber(tx);
    const known = await knownByKey(tx, receipts);
    const added: NewReceipt[] = [];
    for (const { row, input, number, key } of receipts) {
      const before = known.get(key);
      const house = houses.get(folded(input.HouseNo));
      if (before && isSame(before, input)) outcome.unchanged++;
      else if (before) refused.push({ row, reason: `Receipt number ${number} was taken in before and says otherwise` });
      else if (house) added.push({ input, house, ImportKey: key });
      else refused.push({ row, reason: messages.unknownReference(`House ${input.HouseNo}`) });
    }
    // In the order of their days; of one day as in the sheet.
    added.sort((one, other) =>
      one.input.PaymentDate < other.input.PaymentDate ? -1 : Number(one.input.PaymentDate > other.input.PaymentDate),
    );
    const total = new Set(added.map(({ house }) => house.PlotID)).size;
    if (!dryRun) await addReceipts(tx, added, (settled) => step(settled / total));
    outcome.added = added.length;
    refused.sort((one, other) => one.row - other.row);
    return outcome;
  },
};

export const receiptImportCalls = importCalls(receiptImporter, { take: importReceipts, look: lookAtReceipts });

type Receipt = RowOf<typeof paymentReceipt>;

async function housesByNumber(tx: Transaction): Promise<Map<string, NewReceipt["house"]>> {
  const houses = (await tx.find(plot, {})).filter((house) => mayHold(tx.viewer, plot, house));
  return new Map(houses.map(({ PlotID, HouseNo }) => [folded(HouseNo), { PlotID, HouseNo }]));
}

async function knownByKey(tx: Transaction, receipts: readonly ReceiptRow[]): Promise<Map<string, Receipt>> {
  const known = await tx.find(paymentReceipt, { ImportKey: among(receipts.map(({ key }) => key)) });
  return new Map(known.map((receipt) => [receipt.ImportKey, receipt]));
}

/** One without a number of its own is known by all that it says; one that was voided or mended in the portal stays as it is. */
function isSame(before: Receipt, { HouseNo, AmountPaid, PaymentDate }: ReceiptRow["input"]): boolean {
  if (!before.ImportKey.startsWith("No ") || before.VoidedAt !== null) return true;
  return (
    folded(before.HouseNo) === folded(HouseNo) && before.AmountPaid === AmountPaid && before.PaymentDate === PaymentDate
  );
}
