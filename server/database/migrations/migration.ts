import type { RequestContext } from "../../commits/request-context.ts";
import type { Store } from "../store.ts";

/** A change of stored records. Must be idempotent, because an interrupted migration runs again. */
export interface Migration {
  /** Description for the log. */
  name: string;
  run: (store: Store, ctx: RequestContext) => Promise<void>;
}

/** Maximum number of rows that a migration writes with one command. */
export const batchSize = 1_000;

/** By name of the resource and of the field: the value for rows that lack the field. */
export type NewFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Adds new fields to the rows that lack them. */
export async function addFields(store: Store, newFields: NewFields): Promise<void> {
  for (const [name, values] of Object.entries(newFields))
    for (const [field, value] of Object.entries(values))
      await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}

/** A migration that only adds fields. */
export function addFieldsMigration(name: string, newFields: NewFields): Migration {
  return { name, run: (store) => addFields(store, newFields) };
}
