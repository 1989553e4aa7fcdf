import {
  bit,
  group,
  instant,
  integer,
  list,
  nullableRupees,
  optionalRupees,
  optionalText,
  rupees,
  signedRupees,
  text,
} from "../fields.ts";
import { defineResource, type Guard, type RowOf } from "../registry.ts";

const path = "/finance-management?tab=drawers";

/** The permission to close the drawers of other users and to close the day. */
export const superviseDrawersGuard: Guard = { page: path, flag: "CanUpdate" };

/**
 * The cash of one cashier from opening to closing. A user has at most one open drawer. Cash that the user records,
 * changes or voids changes the open drawer; a closed drawer never changes.
 */
export const drawer = defineResource({
  name: "drawer",
  idField: "DrawerID",
  label: "Drawer",
  titleField: "Cashier",
  page: {
    id: 34,
    path,
    title: "Drawers",
    icon: "wallet",
    screen: "drawer/DrawersScreen",
    actions: ["View", "Add", "Update"],
  },
  requiresScopeAll: true,
  verbs: ["list", "create"],
  input: {
    /** The cash at the start. */
    Float: rupees("Float must be 0 or more"),
  },
  serverFields: {
    UserID: integer({ min: 1, message: "User" }),
    /** A copy of the full name, so that the user can be deleted. */
    Cashier: text("Cashier"),
    OpenedAt: instant(),
    /** Receipts by payment method, less voided amounts. Only cash receipts count in Expected. */
    ByMethod: amountsByMethod(),
    /** OtherIncome, Refunds and Expenses count only cash. */
    OtherIncome: signedRupees("Other income"),
    Refunds: signedRupees("Refunds"),
    Expenses: signedRupees("Expenses"),
    /** Float + ByMethod.Cash + OtherIncome − Refunds − Expenses. */
    Expected: signedRupees("Expected"),
    /** 0 while the drawer is open. */
    IsClosed: bit(),
    ClosedAt: instant().nullable(),
    ClosedBy: optionalText(),
    /** The counted notes and coins; empty when the drawer was handed over without a count. */
    Denominations: list({
      Denomination: integer({ min: 1, message: "Denomination" }),
      Count: integer({ min: 0, message: "Count" }),
    }),
    Counted: nullableRupees("Counted"),
    /** Counted − Expected. */
    Difference: signedRupees("Difference").nullable(),
    DifferenceReason: optionalText(),
    /** The drawer to which the cash was handed over, and the full name of its cashier. */
    HandedToDrawerID: integer({ min: 1, message: "Drawer" }).nullable(),
    HandedTo: optionalText(),
    /** The full name of the cashier who handed over the cash at the start. */
    HandedFrom: optionalText(),
    /** The day close that has this drawer on its sheet. */
    DayCloseID: integer({ min: 1, message: "Day close" }).nullable(),
  },
  partialUnique: { keys: ["UserID"], unless: "IsClosed" },
  searchFields: ["Cashier", "ClosedBy", "HandedTo", "DifferenceReason"],
  sortFields: ["OpenedAt", "ClosedAt", "Cashier"],
  filters: {
    // A year in society time, which is five hours ahead of UTC.
    year: { field: "OpenedAt", range: (year) => [`${year - 1}-12-31T19:00:00.000Z`, `${year}-12-31T18:59:59.999Z`] },
  },
  indexes: [["IsClosed"], ["DayCloseID"]],
});

export type Drawer = RowOf<typeof drawer>;

/** Declares a field with an amount for each payment method, below 0 where more was voided than received. */
export function amountsByMethod() {
  return group({
    Cash: optionalRupees("Cash"),
    "Bank Transfer": optionalRupees("Bank transfer"),
    Cheque: optionalRupees("Cheque"),
    Online: optionalRupees("Online"),
  });
}
