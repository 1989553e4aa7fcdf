import { isMailStateField } from "../../shared/domain/mail-state.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { ApprovalRequest } from "../../shared/resources/approval-request.ts";
import { resources } from "../../shared/resources/index.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, idOf, inArray } from "../database/store.ts";

/** Whether the row has not changed since this version. Changes of the state of its email do not count. */
export async function isUnchangedSince(
  tx: Transaction,
  resource: AnyResource,
  { row, version }: { row: Doc; version: number },
): Promise<boolean> {
  const edits = Number(row.Version) - version;
  if (edits === 0) return true;
  // `readEditsSince` returns fewer edits if there are too many. Then the row counts as changed.
  const mailEdits = (await tx.readEditsSince(resource, { id: idOf(resource, row), version })).filter(({ fields }) =>
    fields.every(isMailStateField),
  );
  return mailEdits.length === edits;
}

/** Whether none of the records was changed or deleted since the request for approval. */
export async function areUnchangedSince(tx: Transaction, { Versions }: ApprovalRequest): Promise<boolean> {
  for (const resource of resources) {
    const expected = Versions.filter(({ Resource }) => Resource === resource.name);
    if (expected.length === 0) continue;
    const rows = await tx.find(resource, { [resource.idField]: inArray(expected.map(({ RecordID }) => RecordID)) });
    const rowsById = new Map(rows.map((row) => [row[resource.idField], row]));
    for (const { RecordID, Version: version } of expected) {
      const row = rowsById.get(RecordID);
      if (!row || !(await isUnchangedSince(tx, resource, { row, version }))) return false;
    }
  }
  return true;
}
