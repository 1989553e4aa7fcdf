import { unallocatedSettlement } from "../../../shared/domain/house-settlement.ts";
import { canAccess, findReferencingResources } from "../../../shared/domain/resource-access.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { createMessage } from "../../../shared/messages.ts";
import { paisa, sumPaisa, zero } from "../../../shared/money.ts";
import { type AnyResource, isRowOf, type RowOf } from "../../../shared/registry.ts";
import { adjustment, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { importBatch } from "../../../shared/resources/import-batch.ts";
import { resources } from "../../../shared/resources/index.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { type Doc, idOf, inArray, type RowChange, where } from "../../database/store.ts";
import { conflict, HttpError } from "../../errors.ts";
import { voidedFields } from "../adjustments.ts";
import { assertWithinLimit, versionOf } from "../approval-limits.ts";
import { chequeStateAfterVoid, returnVoidedCheques } from "../cheques.ts";
import { tryMoveWithoutCharge } from "../house-moves.ts";
import { settleHouses } from "../settlement.ts";

/** A change of the import with the current row. */
type Undoable = RowChange & { row: RowOf<AnyResource> };

/** A record that the import added, with its resource. */
type UndoableInsert = Undoable & { of: AnyResource };

/** Why an undone receipt or opening balance is voided. */
export const undoneReason = "Import undone";

/**
 * Resources whose changes are not undone: the import itself stays on record, bills follow from the items that they
 * list, cheques from their receipts, and a withdrawn certificate stays withdrawn.
 */
const keptResourceNames: readonly string[] = [importBatch.name, bill.name, cheque.name, certificate.name];

/**
 * Undoes an import: restores the records that it changed and deletes those that it added. Receipts and opening balances
 * are voided instead and keep their numbers. The same file can then be imported again. Throws 409 with the name of the
 * first record that was changed or used since the import, and ApprovalRequired above the limit for voids.
 */
export async function undoImport(
  tx: Transaction,
  batch: RowOf<typeof importBatch>,
  changes: readonly RowChange[],
): Promise<void> {
  if (batch.UndoneAt !== null) throw conflict(createMessage("import-undone-before"));
  // `moveToEarlierFloor` moves the installments of imported plots back, also if they have received money since.
  const kept = batch.Kind === "plots" ? [...keptResourceNames, paymentSchedule.name] : keptResourceNames;
  const undoable = changes.filter(({ resource }) => !kept.includes(resource));
  const plotIds = [
    ...new Set(undoable.flatMap(({ resource, after }) => (resource === plot.name ? [] : plotIdsOf(after)))),
  ];
  const isMoney = batch.Kind === "receipts" || batch.Kind === "opening-balances";
  if (isMoney) await tx.lockRows(plot, plotIds, "PlotID");
  const inserted: UndoableInsert[] = [];
  const updated: Undoable[] = [];
  for (const [name, ofResource] of groupBy(undoable, ({ resource }) => resource)) {
    const resource = resources.find((each) => each.name === name);
    if (!resource) throw new Error(`There is no resource ${name}`);
    for (const change of await readUnchanged(tx, resource, ofResource)) {
      if (change.type === "insert") inserted.push({ ...change, of: resource });
      else {
        const { Version: _, ...before } = change.before ?? {};
        await lockEarlierReferences(tx, resource, change);
        tx.updateParsed(resource, change.row, before);
        updated.push(change);
      }
    }
  }
  for (const change of updated) await moveToEarlierFloor(tx, change);
  const voidedResourceNames = new Set<string>([paymentReceipt.name, adjustment.name]);
  await removeRows(
    tx,
    inserted.filter(({ resource }) => !voidedResourceNames.has(resource)),
  );
  const idsOf = (name: string) => inArray(inserted.filter(({ resource }) => resource === name).map(({ id }) => id));
  const receipts = await tx.find(paymentReceipt, { PaymentReceiptID: idsOf(paymentReceipt.name) });
  await returnVoidedCheques(tx, receipts);
  for (const receipt of receipts)
    tx.update(paymentReceipt, receipt, {
      ...unallocatedSettlement(zero),
      ChequeState: chequeStateAfterVoid(receipt),
      VoidedAt: tx.now.toISOString(),
      VoidReason: undoneReason,
      ImportKey: "",
    });
  const openings = await tx.find(adjustment, { AdjustmentID: idsOf(adjustment.name) });
  for (const opening of openings) tx.update(adjustment, opening, voidedFields(tx, undoneReason));
  if (isMoney) await settleHouses(tx, plotIds);
  tx.update(importBatch, batch, { UndoneAt: tx.now.toISOString() });
  const [first] = [...receipts, ...openings];
  if (!first) return;
  const amounts = [...receipts.map(({ AmountPaid }) => AmountPaid), ...openings.map(({ Amount }) => Math.abs(Amount))];
  await assertWithinLimit(tx, "Void", {
    Kind: "void",
    PlotID: plotIds.length === 1 ? first.PlotID : null,
    HouseCount: plotIds.length,
    Amount: paisa(Number(sumPaisa(amounts.map((amount) => paisa(amount))))),
    Date: tx.today,
    Subject: "",
    Reason: undoneReason,
    versions: [versionOf(importBatch, batch)],
  });
}

function plotIdsOf(row: Doc | null): number[] {
  return typeof row?.PlotID === "number" ? [row.PlotID] : [];
}

/** The changes with their current rows. Throws 409 if one of the rows was changed since the import. */
async function readUnchanged(
  tx: Transaction,
  resource: AnyResource,
  changes: readonly RowChange[],
): Promise<Undoable[]> {
  const found = await tx.find(resource, { [resource.idField]: inArray(changes.map(({ id }) => id)) });
  const rows = new Map(found.map((row) => [idOf(resource, row), row]));
  const undoable: Undoable[] = [];
  for (const change of changes) {
    const row = rows.get(change.id);
    if (!row || row.Version !== change.after?.Version)
      throw await createUsedSinceError(tx, resource, row ?? change.after ?? {});
    undoable.push({ ...change, row });
  }
  return undoable;
}

/**
 * Moves the installments of a house whose floor the import changed back to the plans of the earlier floor. Throws 409
 * if that would change an amount or apply a penalty at once.
 */
async function moveToEarlierFloor(tx: Transaction, { before, row }: Undoable): Promise<void> {
  if (!isRowOf(plot, before) || !isRowOf(plot, row) || before.FloorID === row.FloorID) return;
  if (!(await tryMoveWithoutCharge(tx, { ...row, FloorID: before.FloorID })))
    throw await createUsedSinceError(tx, plot, row);
}

/** Locks the rows that only the earlier values reference. Throws 409 if one was deleted since the import. */
async function lockEarlierReferences(tx: Transaction, resource: AnyResource, change: Undoable): Promise<void> {
  try {
    await tx.lockReferences(resource, change.before ?? {}, change.row);
  } catch (error) {
    if (error instanceof HttpError) throw await createUsedSinceError(tx, resource, change.row);
    throw error;
  }
}

/**
 * Deletes the rows. Types, floors and categories stay if the viewer may not delete them. Throws 409 when one is in use.
 */
async function removeRows(tx: Transaction, rows: readonly UndoableInsert[]): Promise<void> {
  const removed = rows.filter(
    ({ of }) => !of.verbs.includes("remove") || canAccess(tx.viewer, { resource: of, verb: "remove" }),
  );
  for (const { of, row } of removed) tx.remove(of, row);
  for (const [resource, ofResource] of groupBy(removed, ({ of }) => of)) {
    const byId = new Map(ofResource.map(({ id, row }) => [id, row]));
    for (const referencing of findReferencingResources(resource))
      for (const [field, { target }] of referencing.fields) {
        if (referencing.internal || target?.name !== resource.name) continue;
        // The changes of this undo are not written yet, so the database still has the references of these rows.
        const undone = tx.staged.flatMap((change) => (change.resource === referencing ? change.id : []));
        const referencesFilter = { [field]: inArray([...byId.keys()]), [referencing.idField]: where({ $nin: undone }) };
        const [referencingRow] = await tx.find(referencing, referencesFilter, { limit: 1 });
        if (!referencingRow) continue;
        const usedId = [referencingRow[field]].flat().find((id) => typeof id === "number" && byId.has(id));
        throw await createUsedSinceError(tx, resource, byId.get(Number(usedId)) ?? {});
      }
  }
}

/** The 409 error for a record that was changed or used since the import. */
async function createUsedSinceError(tx: Transaction, resource: AnyResource, row: Doc): Promise<HttpError> {
  return conflict(createMessage("import-built-on", { name: await nameOf(tx, resource, row) }));
}

/** The name of the record as screens show it: its number, otherwise its house, otherwise its title. */
async function nameOf(tx: Transaction, resource: AnyResource, row: Doc): Promise<string> {
  if (resource.name === paymentReceipt.name) return receiptName({ ReceiptNo: Number(row.ReceiptNo) });
  if (resource.name === adjustment.name) return adjustmentName({ AdjustmentNo: Number(row.AdjustmentNo) });
  const [PlotID] = plotIdsOf(row);
  const house = PlotID === undefined ? undefined : await tx.findFirst(plot, { PlotID });
  return house?.HouseNo ?? String(row[resource.titleField] ?? resource.label);
}
