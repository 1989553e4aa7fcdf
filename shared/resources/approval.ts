import { equalTo } from "../domain/list-filters.ts";
import { bit, day, instant, integer, oneOf, optionalText, ref, rupees, text } from "../fields.ts";
import { defineResource, type Guard, type RowOf } from "../registry.ts";
import { adjustment } from "./adjustment.ts";
import { unlockGuard } from "./month-report.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { plot, plotJoins } from "./plot.ts";

/** `change` lowers a receipt or changes its house. `backdate` records a receipt with an earlier date. */
export const approvalKinds = ["void", "change", "backdate", "waiver", "refund", "write-off", "unlock"] as const;

/** The kinds as screens name them. */
export const approvalKindLabels = {
  void: "Voiding",
  change: "Change of a receipt",
  backdate: "Back-dated receipt",
  waiver: "Waiver",
  refund: "Refund",
  "write-off": "Write-off",
  unlock: "Unlocking of a month",
} as const satisfies Record<(typeof approvalKinds)[number], string>;

/** `stale`: the requested change was no longer possible when it was approved. */
export const approvalStates = ["pending", "approved", "declined", "stale"] as const;

export const approvalStateLabels = {
  pending: "Waiting",
  approved: "Approved",
  declined: "Declined",
  stale: "Out of date",
} as const satisfies Record<(typeof approvalStates)[number], string>;

const path = "/finance-management?tab=approvals";

/** The permission to approve and decline. */
export const approveGuard: Guard = { page: path, flag: "CanApprove" };

/** Requests above an approval limit, which a second person decides. `approval-request` has the requested call. */
export const approval = defineResource({
  name: "approval",
  idField: "ApprovalID",
  label: "Approval",
  titleField: "ApprovalID",
  page: {
    id: 37,
    path,
    title: "Approvals",
    icon: "user-check",
    screen: "approval/ApprovalsScreen",
    actions: ["View", "Approve"],
  },
  verbs: ["list"],
  // Users who can make such requests can also read them.
  otherListGuards: [
    paymentReceipt.guards.create,
    paymentReceipt.guards.update,
    paymentReceipt.guards.remove,
    adjustment.guards.create,
    adjustment.guards.remove,
    unlockGuard,
  ],
  input: {},
  serverFields: {
    Kind: oneOf(approvalKinds, "Kind"),
    /** The house, or null when there are several or none. */
    PlotID: ref(plot, "House").nullable(),
    HouseCount: integer({ min: 0, message: "Houses" }),
    /** The sum over all houses; for a changed receipt the amount that the house loses, for an unlocking 0. */
    Amount: rupees("Amount"),
    /** The payment date of the receipt, the date of the adjustment or the first day of the month to unlock. */
    Date: day("Date"),
    /** The receipt or adjustment (R-12, ADJ-3) or the month of the installment or unlocking (MM/YYYY); otherwise "". */
    Subject: optionalText(),
    /** For a changed receipt, its old and new values; otherwise "". */
    Details: optionalText(),
    /** The reason or remarks that the requester gave. */
    Reason: optionalText(),
    State: oneOf(approvalStates, "State"),
    /** Whether the state is `pending`; lists are filtered by it. */
    IsPending: bit(),
    RequesterID: integer({ min: 1, message: "Requester" }),
    /** A copy of the full name, so that the user can be deleted. */
    RequestedBy: text("Requested by"),
    RequestedAt: instant(),
    DeciderID: integer({ min: 1, message: "Decider" }).nullable(),
    DecidedBy: optionalText(),
    DecidedAt: instant().nullable(),
    Note: optionalText(),
    /** For a stale request, the server's message why it was not possible; otherwise "". */
    StaleReason: optionalText(),
  },
  joins: plotJoins,
  plotField: "PlotID",
  ownershipDateField: "Date",
  searchFields: ["HouseNo", "OwnerName", "Subject", "Reason", "RequestedBy", "DecidedBy", "Note", "Amount"],
  filters: {
    plot: equalTo("PlotID"),
  },
  indexes: [["IsPending"], ["RequesterID"]],
  monthLock: false,
});

export type Approval = RowOf<typeof approval>;
