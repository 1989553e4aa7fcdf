import { bit, day, field, instant, integer, oneOf, optionalText, ref, rupees, text } from "../fields.ts";
import { defineResource, type Guard, join } from "../registry.ts";
import { adjustment } from "./adjustment.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { plot } from "./plot.ts";

/** What needs a second person: `change` lowers or moves a receipt, `backdate` records it with an earlier date. */
export const approvalKinds = ["void", "change", "backdate", "waiver", "refund", "write-off"] as const;

/** The kinds as screens name them. */
export const approvalKindLabels = {
  void: "Voiding",
  change: "Change of a receipt",
  backdate: "Back-dated receipt",
  waiver: "Waiver",
  refund: "Refund",
  "write-off": "Write-off",
} as const satisfies Record<(typeof approvalKinds)[number], string>;

/** `stale`: what was asked for could not be done any more when it was approved. */
export const approvalStates = ["pending", "approved", "declined", "stale"] as const;

const path = "/finance-management?tab=approvals";

/** The permission to approve and decline. */
export const approveGuard: Guard = { page: path, flag: "CanApprove" };

/** Requests above a limit of the society, each decided by a second person. `approval-request` has what was asked. */
export const approval = defineResource({
  name: "approval",
  idField: "ApprovalID",
  label: "Approval",
  titleField: "ApprovalID",
  page: {
    number: 37,
    path,
    title: "Approvals",
    icon: "user-check",
    screen: "approval/ApprovalsScreen",
    actions: ["View", "Approve"],
  },
  verbs: ["list"],
  // Whoever can make a request can follow it.
  lookup: [
    paymentReceipt.guards.create,
    paymentReceipt.guards.update,
    paymentReceipt.guards.remove,
    adjustment.guards.create,
    adjustment.guards.remove,
  ],
  input: {},
  computed: {
    Kind: oneOf(approvalKinds, "Kind"),
    /** The house, or null when there are several. */
    PlotID: field(ref(plot, "House").nullable(), { kind: "ref", target: plot, nullable: true }),
    HouseCount: integer({ min: 1, message: "Houses" }),
    /** The sum for all houses; of a changed receipt, the amount that the house loses. */
    Amount: rupees("Amount"),
    /** The payment date of the receipt or the date of the adjustment. */
    Date: day("Date"),
    /** The receipt or adjustment (R-12, ADJ-3) or the month of the installment (MM/YYYY); otherwise "". */
    Subject: optionalText(),
    /** Of a changed receipt, what it was and would be; otherwise "". */
    Details: optionalText(),
    /** The reason or remarks that the requester gave. */
    Reason: optionalText(),
    State: oneOf(approvalStates, "State"),
    /** Whether the state is `pending`, so that lists can be limited to these. */
    IsPending: bit(),
    RequesterID: integer({ min: 1, message: "Requester" }),
    /** A copy of the full name, so that the account can be deleted. */
    RequestedBy: text("Requested by"),
    RequestedAt: instant(),
    DeciderID: integer({ min: 1, message: "Decider" }).nullable(),
    DecidedBy: optionalText(),
    DecidedAt: instant().nullable(),
    Note: optionalText(),
    /** Of a stale request, the server's message why it could not be done; otherwise "". */
    StaleReason: optionalText(),
  },
  joins: {
    HouseNo: join("PlotID", plot, "HouseNo"),
    OwnerName: join("PlotID", plot, "OwnerName"),
    CategoryName: join("PlotID", plot, "CategoryName"),
  },
  ownerField: "PlotID",
  ownershipDateField: "Date",
  searchFields: ["HouseNo", "OwnerName", "Subject", "Reason", "RequestedBy", "DecidedBy", "Note", "Amount"],
  filters: {
    plot: { field: "PlotID", range: (plot) => [plot, plot] },
  },
  indexes: [["IsPending"], ["RequesterID"]],
});
