import { createMessage } from "../../../shared/messages.ts";
import { paymentReceipt, type Receipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { createBackdateCheck } from "../../services/approval-limits.ts";
import { readHousesByNumber } from "../../services/houses.ts";
import { nameKey } from "../../services/imports/cell-values.ts";
import { isDocumentNumberKey, joinValues, refuseRow } from "../../services/imports/keyed-rows.ts";
import { createMonthLockCheck } from "../../services/imports/locked-rows.ts";
import {
  type DuplicateCandidate,
  listKeysWithoutDocumentNumber,
  type NewRow,
  separateDuplicates,
} from "../../services/imports/possible-duplicates.ts";
import type { Importer } from "../../services/imports/run-import.ts";
import { addReceipts, type NewReceipt, queueReceiptTransaction } from "../../services/receipts/add-receipts.ts";
import { createPaymentDateCheck } from "../../services/receipts/payment-dates.ts";
import {
  createPaymentDetailsCheck,
  findSamePayments,
  listPaymentKeys,
  lockPayments,
} from "../../services/receipts/payment-details.ts";
import { identityOf, parseReceipts, type ReceiptRow, receiptColumns } from "./import-rows.ts";

/** Adds and settles receipts, numbered by payment date. Never changes existing receipts. */
export const receiptImporter: Importer = {
  name: "receipts",
  columns: receiptColumns,
  runSerially: queueReceiptTransaction,
  planImport: async (tx, { rows, mapping, duplicatesMode, onProgress }) => {
    const { accepted, refused } = parseReceipts(rows, mapping);
    const outcome = { added: 0, updated: 0, unchanged: 0, refused };
    const houses = await readHousesByNumber(tx);
    const importedByKey = await readImportedReceipts(tx, accepted);
    const checkPaymentDate = await createPaymentDateCheck(
      tx,
      accepted.map(({ input }) => input.PaymentDate),
    );
    const checkPaymentDetails = await createPaymentDetailsCheck(
      tx,
      accepted.map(({ input }) => input),
    );
    const exceedsBackdateLimit = await createBackdateCheck(
      tx,
      accepted.map(({ input }) => input.PaymentDate),
    );
    const checkMonthLock = await createMonthLockCheck(tx, paymentReceipt);
    const newRows: (NewReceipt & NewRow)[] = [];
    const rowByPaymentKey = new Map(
      accepted.flatMap(({ rowNumber, key }) => {
        const imported = importedByKey.get(key);
        return imported?.VoidedAt === null ? listPaymentKeys(imported).map((each) => [each, rowNumber] as const) : [];
      }),
    );
    for (const { rowNumber, input, documentNumber, key, contentKey } of accepted) {
      const imported = importedByKey.get(key);
      const house = houses.get(nameKey(input.HouseNo));
      const reasons = [
        checkPaymentDate(input.PaymentDate) ?? [],
        checkPaymentDetails(input),
        (await checkMonthLock(input)) ?? [],
      ].flat();
      if (imported && matchesImported(imported, input)) outcome.unchanged++;
      else if (imported)
        refused.push(refuseRow(rowNumber, createMessage("receipt-imported-differently", { number: documentNumber })));
      else if (!house)
        refused.push(refuseRow(rowNumber, createMessage("unknown-name", { label: "House", value: input.HouseNo })));
      else if (reasons.length > 0) refused.push(refuseRow(rowNumber, ...reasons));
      else if (exceedsBackdateLimit(input.PaymentDate))
        refused.push(refuseRow(rowNumber, createMessage("approval-required")));
      else {
        const otherKeys = listPaymentKeys(input);
        const samePaymentRow = otherKeys.flatMap((each) => rowByPaymentKey.get(each) ?? []).at(0);
        newRows.push({ rowNumber, key, contentKey, otherKeys, samePaymentRow, input, house, ImportKey: key });
        for (const each of otherKeys) rowByPaymentKey.set(each, rowByPaymentKey.get(each) ?? rowNumber);
      }
    }
    const candidates = await readDuplicateCandidates(tx, newRows, importedByKey);
    const { added, possibleDuplicates } = separateDuplicates(newRows, { candidates, duplicatesMode });
    // By payment date, then in the order of the file.
    added.sort((a, b) =>
      a.input.PaymentDate < b.input.PaymentDate ? -1 : Number(a.input.PaymentDate > b.input.PaymentDate),
    );
    const houseCount = new Set(added.map(({ house }) => house.PlotID)).size;
    refused.sort((a, b) => a.row - b.row);
    return {
      outcome: { ...outcome, added: added.length, alike: possibleDuplicates },
      writes: newRows.map(({ rowNumber }) => ({ row: rowNumber })),
      apply: () => {
        lockPayments(
          tx,
          added.map(({ input }) => input),
        );
        return addReceipts(tx, added, (settledHouses) => onProgress(settledHouses / houseCount));
      },
    };
  },
};

/** The receipts that an earlier import added for these rows, by key. */
async function readImportedReceipts(tx: Transaction, rows: readonly ReceiptRow[]): Promise<Map<string, Receipt>> {
  const imported = await tx.find(paymentReceipt, { ImportKey: inArray(rows.map(({ key }) => key)) });
  return new Map(imported.map((receipt) => [receipt.ImportKey, receipt]));
}

/** Receipts that these rows can duplicate, except receipts that were imported from a row of this file. */
async function readDuplicateCandidates(
  tx: Transaction,
  rows: readonly (NewReceipt & NewRow)[],
  importedByKey: ReadonlyMap<string, Receipt>,
): Promise<DuplicateCandidate[]> {
  if (rows.length === 0) return [];
  const days = inArray([...new Set(rows.map(({ input }) => input.PaymentDate))]);
  const found = [
    ...(await tx.find(paymentReceipt, { PaymentDate: days })),
    ...(await tx.find(paymentReceipt, { ImportKey: inArray(listKeysWithoutDocumentNumber(rows)) })),
    ...(await findSamePayments(
      tx,
      rows.map(({ input }) => input),
    )),
  ];
  const receipts = new Map(found.map((receipt) => [receipt.PaymentReceiptID, receipt]));
  for (const { PaymentReceiptID } of importedByKey.values()) receipts.delete(PaymentReceiptID);
  return [...receipts.values()]
    .filter(({ VoidedAt, ImportKey }) => VoidedAt === null || ImportKey !== "")
    .map((receipt) => ({
      id: receipt.PaymentReceiptID,
      name: receiptName(receipt),
      deleted: receipt.VoidedAt !== null,
      ImportKey: receipt.ImportKey,
      contentKey: joinValues(identityOf(receipt)),
      otherKeys: receipt.VoidedAt === null ? listPaymentKeys(receipt) : [],
    }));
}

/**
 * Whether the row equals the receipt that was imported from it before. Only a row with a receipt number can differ,
 * because the keys of all other rows consist of their values. Always true for a voided receipt, which stays voided.
 */
function matchesImported(before: Receipt, { HouseNo, AmountPaid, PaymentDate }: ReceiptRow["input"]): boolean {
  if (!isDocumentNumberKey(before.ImportKey) || before.VoidedAt !== null) return true;
  return (
    nameKey(before.HouseNo) === nameKey(HouseNo) &&
    before.AmountPaid === AmountPaid &&
    before.PaymentDate === PaymentDate
  );
}
