import { importReceipts, previewReceiptImport } from "../../../shared/endpoints/import.ts";
import { createMessage } from "../../../shared/messages.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { refuseRow } from "../../services/imports/keyed-rows.ts";
import { defineImportHandlers, type Importer } from "../../services/imports/run-import.ts";
import { nameKey } from "../../services/imports/values.ts";
import { addReceipts, type NewReceipt, runSerially } from "./add-receipts.ts";
import { parseReceipts, type ReceiptRow, receiptColumns } from "./import-rows.ts";

/**
 * Only adds receipts: corrections of payments are made by hand. Receipts are numbered
 * from the oldest on and settled as if entered on screen.
 */
export const receiptImporter: Importer = {
  name: "receipts",
  columns: receiptColumns,
  runSerially,
  importRows: async (tx, { rows, mapping, dryRun, onProgress }) => {
    const { receipts, refused } = parseReceipts(rows, mapping);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const houses = await readHousesByNumber(tx);
    const importedByKey = await readReceiptsByKey(tx, receipts);
    const added: NewReceipt[] = [];
    for (const { row, input, number, key } of receipts) {
      const before = importedByKey.get(key);
      const house = houses.get(nameKey(input.HouseNo));
      if (before && matchesImported(before, input)) outcome.unchanged++;
      else if (before) refused.push(refuseRow(row, createMessage("receipt-imported-differently", { number })));
      else if (house) added.push({ input, house, ImportKey: key });
      else refused.push(refuseRow(row, createMessage("unknown-name", { label: "House", value: input.HouseNo })));
    }
    // By payment date, then in the order of the file.
    added.sort((a, b) =>
      a.input.PaymentDate < b.input.PaymentDate ? -1 : Number(a.input.PaymentDate > b.input.PaymentDate),
    );
    const total = new Set(added.map(({ house }) => house.PlotID)).size;
    if (!dryRun) await addReceipts(tx, added, (settled) => onProgress(settled / total));
    outcome.added = added.length;
    refused.sort((a, b) => a.row - b.row);
    return outcome;
  },
};

export const receiptImportHandlers = defineImportHandlers(receiptImporter, {
  run: importReceipts,
  preview: previewReceiptImport,
});

type Receipt = RowOf<typeof paymentReceipt>;

async function readHousesByNumber(tx: Transaction): Promise<Map<string, NewReceipt["house"]>> {
  const houses = (await tx.find(plot, {})).filter((house) => canSeeRow(tx.viewer, plot, house));
  return new Map(houses.map(({ PlotID, HouseNo }) => [nameKey(HouseNo), { PlotID, HouseNo }]));
}

async function readReceiptsByKey(tx: Transaction, receipts: readonly ReceiptRow[]): Promise<Map<string, Receipt>> {
  const known = await tx.find(paymentReceipt, { ImportKey: inArray(receipts.map(({ key }) => key)) });
  return new Map(known.map((receipt) => [receipt.ImportKey, receipt]));
}

/** A receipt without number is identified by all its values; one that was voided or edited stays as it is. */
function matchesImported(before: Receipt, { HouseNo, AmountPaid, PaymentDate }: ReceiptRow["input"]): boolean {
  if (!before.ImportKey.startsWith("No ") || before.VoidedAt !== null) return true;
  return (
    nameKey(before.HouseNo) === nameKey(HouseNo) &&
    before.AmountPaid === AmountPaid &&
    before.PaymentDate === PaymentDate
  );
}
