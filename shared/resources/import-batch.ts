import { instant, oneOf } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { importKinds } from "../wire.ts";

/**
 * One record for each import that wrote something, inserted in the transaction of the imported rows. An undo reverts
 * all changes of that transaction.
 */
export const importBatch = defineResource({
  name: "import-batch",
  idField: "ImportBatchID",
  label: "Import",
  page: "/society-management?tab=plots",
  verbs: [],
  input: {},
  serverFields: {
    Kind: oneOf(importKinds, "Kind"),
    UndoneAt: instant().nullable(),
  },
  internal: true,
});
