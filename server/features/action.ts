import { action } from "../../shared/resources/action.ts";
import { removeRefusals } from "../ground/permission-rows.ts";
import { overseen } from "../ground/rights.ts";
import { defineFeature } from "../kernel/feature.ts";

/** Actions; the name of one is what decides which flag it stands for. */
export const actionFeature = defineFeature(action, {
  update: (tx, { row, input }) => overseen(tx, async () => tx.updateParsed(action, row, input)),
  checkRemove: (tx, { ActionID }) => overseen(tx, () => removeRefusals(tx, { label: action.label, of: { ActionID } })),
});
