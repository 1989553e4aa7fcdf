import { inYear } from "../domain/list-filters.ts";
import { day, instant, integer, list, oneOf, optionalText, signedRupees, text } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { drawer, superviseDrawersGuard, takingsByMethod } from "./drawer.ts";
import { drawerMovementKinds } from "./drawer-movement.ts";

/**
 * The sheet of a day, kept as it was when the day was closed. It contains everything that was recorded since the
 * previous sheet; later records are on the next sheet.
 */
export const dayClose = defineResource({
  name: "day-close",
  idField: "DayCloseID",
  label: "Day close",
  titleField: "Date",
  page: drawer.guards.list.page,
  guards: { create: superviseDrawersGuard },
  requiresScopeAll: true,
  verbs: ["list", "create"],
  input: { Date: day("Date is required") },
  computed: {
    ClosedAt: instant(),
    /** A copy of the full name, so that the account can be deleted. */
    ClosedBy: text("Closed by"),
    /** The head: the hash of the last anchor at that time; "" on sheets of earlier releases, which had no anchors. */
    ChainHead: optionalText(),
    /** Receipts of all users, with and without a drawer, less voided amounts. */
    ByMethod: takingsByMethod(),
    ReceiptCount: integer({ min: 0, message: "Receipts" }),
    /** OtherIncome, Refunds and Expenses are sums over all payment methods and accounts. */
    OtherIncome: signedRupees("Other income"),
    Refunds: signedRupees("Refunds"),
    Expenses: signedRupees("Expenses"),
    /** The cash of all drawers. A drawer that was handed over counts only with its difference. */
    Expected: signedRupees("Expected"),
    Counted: signedRupees("Counted"),
    Difference: signedRupees("Difference"),
    Drawers: list({
      DrawerID: integer({ min: 1, message: "Drawer" }),
      Cashier: text("Cashier"),
      OpenedAt: instant(),
      ClosedAt: instant(),
      Float: signedRupees("Float"),
      /** Receipts in cash. */
      Receipts: signedRupees("Receipts"),
      OtherIncome: signedRupees("Other income"),
      Refunds: signedRupees("Refunds"),
      Expenses: signedRupees("Expenses"),
      Cheques: signedRupees("Cheques"),
      Expected: signedRupees("Expected"),
      Counted: signedRupees("Counted"),
      Difference: signedRupees("Difference"),
      DifferenceReason: optionalText(),
      HandedTo: optionalText(),
    }),
    /** Cheques, other income, refunds and expenses, and changes and voids of receipts on earlier sheets. */
    Lines: list({
      Kind: oneOf(drawerMovementKinds, "Kind"),
      /** 0 for a change or void of a record that is on an earlier sheet. */
      IsNew: integer({ min: 0, message: "New" }),
      No: text("Number"),
      Text: optionalText(),
      /** The payment method of a receipt or other income; otherwise "". */
      Method: optionalText(),
      /** Below 0 for money that left. */
      Amount: signedRupees("Amount"),
    }),
  },
  unique: [["Date"]],
  searchFields: ["ClosedBy"],
  sortFields: ["Date"],
  filters: { year: inYear("Date") },
  monthLock: { dayFields: ["Date"], exemptFields: [] },
});

export type DayClose = RowOf<typeof dayClose>;

/** The number of the sheet as shown to users: DC-12. */
export function dayCloseName({ DayCloseID }: Pick<DayClose, "DayCloseID">): string {
  return `DC-${DayCloseID}`;
}
