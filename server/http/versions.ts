import { isMailStateField } from "../../shared/domain/mail-state.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, idOf } from "../database/store.ts";

/** Whether the row has not changed since this version. That its email was sent is no change. */
export async function isUnchangedSince(
  tx: Transaction,
  resource: AnyResource,
  { row, version }: { row: Doc; version: number },
): Promise<boolean> {
  const edits = Number(row.Version) - version;
  if (edits === 0) return true;
  // Fewer edits are read if they are many or not in the history.
  const mailEdits = (await tx.readEditsSince(resource, { id: idOf(resource, row), version })).filter(({ fields }) =>
    fields.every(isMailStateField),
  );
  return mailEdits.length === edits;
}
