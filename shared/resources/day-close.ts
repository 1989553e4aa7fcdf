import { inYear } from "../domain/list-filters.ts";
import { day, instant, integer, list, oneOf, optionalText, signedRupees, text } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { amountsByMethod, drawer, superviseDrawersGuard } from "./drawer.ts";
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
  serverFields: {
    ClosedAt: instant(),
    /** A copy of the full name, so that the user can be deleted. */
    ClosedBy: text("Closed by"),
    /**
     * The hash of the newest anchor of the commit chains when the day was closed; "" on sheets from before the portal
     * had anchors.
     */
    ChainHead: optionalText(),
    /** Receipts of all users, with and without a drawer, less voided amounts. */
    ByMethod: amountsByMethod(),
    ReceiptCount: integer({ min: 0, message: "Receipts" }),
    /** OtherIncome, Refunds and Expenses are sums over all payment methods and accounts. */
    OtherIncome: signedRupees("Other income"),
    Refunds: signedRupees("Refunds"),
    Expenses: signedRupees("Expenses"),
    /**
     * The cash of all drawers. Of a drawer that was handed over, only the difference is added, because its cash is in
     * the drawer of the colleague.
     */
    Expected: signedRupees("Expected"),
    Counted: signedRupees("Counted"),
    Difference: signedRupees("Difference"),
    Drawers: list({
      DrawerID: integer({ min: 1, message: "Drawer" }),
      Cashier: text("Cashier"),
      OpenedAt: instant(),
      ClosedAt: instant(),
      Float: signedRupees("Float"),
      /** The sum of the receipts in cash. */
      Receipts: signedRupees("Receipts"),
      OtherIncome: signedRupees("Other income"),
      Refunds: signedRupees("Refunds"),
      Expenses: signedRupees("Expenses"),
      /** The sum of the receipts by cheque. */
      Cheques: signedRupees("Cheques"),
      Expected: signedRupees("Expected"),
      Counted: signedRupees("Counted"),
      Difference: signedRupees("Difference"),
      DifferenceReason: optionalText(),
      HandedTo: optionalText(),
    }),
    /**
     * Receipts by cheque, other income, refunds and expenses, and changed or voided receipts whose original is on an
     * earlier sheet.
     */
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
