import { attachmentFields } from "../attachments.ts";
import { equalTo } from "../domain/list-filters.ts";
import {
  day,
  instant,
  integer,
  oneOf,
  optionalDay,
  optionalRef,
  optionalText,
  positiveRupees,
  ref,
  text,
} from "../fields.ts";
import { defineResource, type RecordOf, type RowOf } from "../registry.ts";
import { paymentMethods, paymentReceipt } from "./payment-receipt.ts";
import { plot, plotJoins } from "./plot.ts";

export const claimStates = ["open", "confirmed", "declined"] as const;

export const claimStateLabels = {
  open: "Open",
  confirmed: "Confirmed",
  declined: "Declined",
} as const satisfies Record<(typeof claimStates)[number], string>;

/** A house with so many open claims cannot make another. */
export const maxOpenClaims = 20;

const path = "/payment-management?tab=claims";

/**
 * Payments that residents say they have made. The office confirms one, which records a receipt, or declines it. Only an
 * open claim can be withdrawn.
 */
export const claim = defineResource({
  name: "claim",
  idField: "ClaimID",
  label: "Claim",
  titleField: "ClaimID",
  page: {
    id: 41,
    path,
    title: "Claims",
    icon: "hand-coins",
    screen: "claim/ClaimsScreen",
    actions: ["View", "Add", "Update"],
  },
  verbs: ["list", "create", "remove"],
  guards: { remove: { page: path, flag: "CanAdd" } },
  input: {
    PlotID: ref(plot, "House is required"),
    Amount: positiveRupees("Amount must be greater than 0"),
    PaymentDate: day("Payment date is required"),
    Method: oneOf(paymentMethods, "Payment method is required"),
    Reference: optionalText(),
    BankName: optionalText(),
    ChequeNo: optionalText(),
    ChequeDate: optionalDay("Cheque date must be a date"),
  },
  serverFields: {
    /** The owner of the house on the payment date. A copy, so that a later transfer does not change it. */
    OwnerName: text("Owner"),
    State: oneOf(claimStates, "State"),
    /** Why it was declined; otherwise "". */
    Note: optionalText(),
    /** The receipt that its confirmation has recorded. */
    PaymentReceiptID: optionalRef(paymentReceipt, "Receipt"),
    ReceiptNo: integer({ min: 1, message: "Receipt" }).nullable(),
    /** The slip of the payment. `PUT /api/claim/{id}/slip` sets both fields. */
    ...attachmentFields(),
    CreatedAt: instant(),
    /**
     * The OwnedFrom of the house when the claim was made, null as in `bill`: later owners do not see the claim. Null
     * also if the payment is from before that day.
     */
    OwnedFrom: day("Owned from").nullable(),
  },
  joins: { HouseNo: plotJoins.HouseNo, CategoryName: plotJoins.CategoryName },
  plotField: "PlotID",
  ownershipDateField: "OwnedFrom",
  searchFields: ["HouseNo", "OwnerName", "Reference", "BankName", "ChequeNo", "Note", "Amount", "ReceiptNo"],
  sortFields: ["CreatedAt", "PaymentDate", "Amount", "ReceiptNo"],
  filters: { plot: equalTo("PlotID") },
  indexes: [["State", "CreatedAt"], ["AttachmentID"]],
  // A claim is not in the books. The receipt that confirms it is, and has the lock.
  monthLock: false,
});

export type Claim = RowOf<typeof claim>;

export type ClaimRecord = RecordOf<typeof claim>;

/** The server fields of a new claim, except OwnerName, CreatedAt and OwnedFrom. */
export const openClaimFields = {
  State: "open",
  Note: "",
  PaymentReceiptID: null,
  ReceiptNo: null,
  AttachmentID: "",
  AttachmentType: "",
} as const;
