import { equalTo } from "../domain/list-filters.ts";
import { instant, integer, oneOf, ref, signedRupees, text } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { drawer } from "./drawer.ts";
import { paymentMethods } from "./payment-receipt.ts";

/** The kinds of records with payments that go through a drawer. A refund is an adjustment. */
export const drawerMovementKinds = ["receipt", "other-income", "refund", "expense"] as const;

export const drawerMovementActions = ["added", "changed", "removed"] as const;

/**
 * The payments that were recorded, changed or voided while a drawer was open. They add up to the sums of the drawer.
 */
export const drawerMovement = defineResource({
  name: "drawer-movement",
  idField: "DrawerMovementID",
  label: "Drawer movement",
  titleField: "No",
  page: drawer.guards.list.page,
  requiresScopeAll: true,
  verbs: ["list"],
  input: {},
  serverFields: {
    DrawerID: ref(drawer, "Drawer"),
    At: instant(),
    Kind: oneOf(drawerMovementKinds, "Kind"),
    Action: oneOf(drawerMovementActions, "Action"),
    /** The id of the receipt, other income, adjustment or expense. */
    RecordID: integer({ min: 1, message: "Record" }),
    /** The number of the record as users know it, for example R-12. */
    No: text("Number"),
    /** House and payer, category and payer, title and payee, or the reason of a refund, as entered. */
    Text: text("Text"),
    Method: oneOf(paymentMethods, "Payment method"),
    /** Below 0 for money that leaves the drawer. Only cash counts in the drawer's Expected. */
    Amount: signedRupees("Amount"),
  },
  searchFields: ["No", "Text", "Amount"],
  sortFields: ["At", "Amount"],
  filters: { drawer: equalTo("DrawerID") },
  indexes: [["DrawerID"], ["Kind", "RecordID"]],
});

export type DrawerMovement = RowOf<typeof drawerMovement>;
