import { action } from "../../shared/resources/action.ts";
import { defineFeature } from "../kernel/feature.ts";
import { overseen } from "./rights.ts";
import { removeRefusals } from "./role-permissions.ts";

/** Actions; the name of one is what decides which flag it stands for. */
export const actionFeature = defineFeature(action, {
  update: (tx, { row, input }) => overseen(tx, async () => tx.updateParsed(action, row, input)),
  checkRemove: (tx, { ActionID }) => overseen(tx, () => removeRefusals(tx, { label: action.label, of: { ActionID } })),
});
