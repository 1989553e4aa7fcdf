import { z } from "zod";
import { equalTo, inMonth, inYear } from "../domain/list-filters.ts";
import { field } from "../field-meta.ts";
import {
  bit,
  day,
  instant,
  integer,
  list,
  oneOf,
  optionalDay,
  optionalRef,
  optionalText,
  reason,
  ref,
  rupees,
  signedRupees,
} from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { optionalAccount } from "./account.ts";
import { allocations } from "./payment-receipt.ts";
import { paymentSchedule } from "./payment-schedule.ts";
import { plot, plotJoins } from "./plot.ts";
import { plotCategory } from "./plot-category.ts";

export const adjustmentKinds = ["charge", "waiver", "opening", "refund", "transfer", "write-off"] as const;

/** The kinds as screens and documents name them. */
export const adjustmentKindLabels = {
  charge: "Charge",
  waiver: "Waiver",
  opening: "Opening balance",
  refund: "Refund",
  transfer: "Transfer",
  "write-off": "Write-off",
} as const satisfies Record<(typeof adjustmentKinds)[number], string>;

/** The kinds that lower the amount of an installment or a charge. */
const itemLoweringKinds: readonly string[] = ["waiver", "write-off"];

/** Corrections of what a house owes, besides installments and receipts. They are voided, never changed or deleted. */
export const adjustment = defineResource({
  name: "adjustment",
  idField: "AdjustmentID",
  label: "Adjustment",
  titleField: "AdjustmentNo",
  page: {
    id: 27,
    path: "/payment-management?tab=adjustments",
    title: "Adjustments",
    icon: "scale",
    screen: "adjustment/AdjustmentsScreen",
    actions: ["View", "Add", "Delete"],
  },
  verbs: ["list", "create"],
  input: {
    PlotID: ref(plot, "House is required"),
    Kind: oneOf(adjustmentKinds, "Kind is required"),
    /** Above 0, except in an opening balance: below 0, it is credit that the house had before the portal. */
    Amount: signedRupees("Amount is required"),
    Date: day("Date is required"),
    /**
     * Of a charge or an opening balance: the day on which it is due, by default its Date. Of a waiver or write-off: the
     * due date of the lowered item, set by the server.
     */
    DueDate: optionalDay("Due date is not valid"),
    Reason: reason(),
    /** The installment that a waiver or write-off lowers. */
    PaymentScheduleID: optionalRef(paymentSchedule, "Installment is required"),
    /** The AdjustmentID of the charge or opening balance that a waiver or write-off lowers. */
    ChargeID: integer({ min: 1, message: "Charge is required" })
      .nullish()
      .transform((value) => value ?? null),
    /** The part of the installment that a waiver lowers. */
    Of: field(z.enum(["amount", "penalty"], "Must be amount or penalty").default("amount"), {
      kind: "text",
      options: ["amount", "penalty"],
    }),
    /** The house that gets the credit of a transfer. */
    ToPlotID: optionalRef(plot, "House is required"),
    /** Of a refund: the account that pays it. Null: the cash account. */
    AccountID: optionalAccount(),
  },
  rules: (input, refuse) => {
    checkAmount(input, refuse);
    const itemCount = [input.PaymentScheduleID, input.ChargeID].filter((id) => id !== null).length;
    if (itemLoweringKinds.includes(input.Kind) && itemCount !== 1)
      refuse("PaymentScheduleID", "Installment or charge is required");
    if (!itemLoweringKinds.includes(input.Kind) && itemCount > 0)
      refuse("PaymentScheduleID", "Only a waiver or write-off has an installment");
    if (input.Of === "penalty" && (input.Kind !== "waiver" || input.PaymentScheduleID === null))
      refuse("Of", "Only the penalty of an installment can be waived");
    if (input.Kind === "transfer" && (input.ToPlotID === null || input.ToPlotID === input.PlotID))
      refuse("ToPlotID", "Another house is required");
    checkAccount(input, refuse);
    if (input.Kind !== "transfer" && input.ToPlotID !== null) refuse("ToPlotID", "Only a transfer has a second house");
  },
  serverFields: {
    /** Consecutive, voided adjustments included; shown as ADJ-12. */
    AdjustmentNo: integer({ min: 1, message: "Adjustment" }),
    /** The house's category, for the totals. */
    CategoryID: ref(plotCategory, "Category"),
    /** The house that owes the amount or gets it as credit: ToPlotID of a transfer, otherwise PlotID. */
    SettledPlotID: ref(plot, "House"),
    /** The part of a charge or opening balance that is paid, and the part that waivers and write-offs removed. */
    AmountReceived: rupees("Received"),
    WaivedAmount: rupees("Waived"),
    IsPaid: bit(),
    PaidDate: day("Paid on").nullable(),
    /** The items that the credit of the adjustment pays. The rest of that credit is Credit or was refunded. */
    Allocations: allocations(),
    Credit: rupees("Credit"),
    /** Of a waiver, write-off or opening balance whose credit a tick had paid: the day and account of the tick. */
    TickedDate: day("Ticked on").nullable(),
    TickedAccountID: optionalAccount(),
    /** The part of its credit that refunds and transfers have used. */
    RefundedAmount: rupees("Refunded"),
    /** The receipts and adjustments whose credit a refund or transfer uses. */
    Funding: list({
      PaymentReceiptID: integer({ min: 1, message: "Receipt" }).optional(),
      AdjustmentID: integer({ min: 1, message: "Adjustment" }).optional(),
      Amount: rupees("Amount"),
    }),
    VoidedAt: instant().nullable(),
    VoidReason: optionalText(),
    CreatedAt: instant(),
  },
  joins: {
    ...plotJoins,
    ToHouseNo: join("ToPlotID", plot, "HouseNo"),
  },
  unique: [["AdjustmentNo"]],
  plotField: "PlotID",
  // The house that gets the credit of a transfer sees where it comes from.
  receiverPlotField: "SettledPlotID",
  ownershipDateField: "Date",
  // Users who can list installments can also read the adjustments that changed their amounts.
  otherListGuards: [paymentSchedule.guards.list],
  searchFields: ["HouseNo", "OwnerName", "AdjustmentNo", "Reason", "Amount"],
  namePrefix: "ADJ-",
  sortFields: ["Date", "DueDate", "AdjustmentNo", "Kind", "Amount", "PaidDate"],
  filters: {
    voided: { field: "VoidedAt", defaultValue: 0 },
    year: inYear("Date"),
    plot: equalTo("PlotID"),
    dueYear: inYear("DueDate"),
    dueMonth: inMonth("DueDate"),
  },
  // DueDate too: a waiver has the due date of the lowered item and changes what was due in that month.
  monthLock: {
    dayFields: ["Date", "DueDate"],
    exemptFields: ["AmountReceived", "WaivedAmount", "IsPaid", "PaidDate", "Allocations", "Credit", "RefundedAmount"],
  },
});

/** Only a refund is paid by an account. */
export function checkAccount(
  { Kind, AccountID }: { Kind: string; AccountID: number | null },
  refuse: (field: "AccountID", message: string) => void,
): void {
  if (Kind !== "refund" && AccountID !== null) refuse("AccountID", "Only a refund has an account");
}

/** Refuses 0, and an amount below 0 unless it is the credit of an opening balance. */
export function checkAmount(
  { Kind, Amount }: { Kind: string; Amount: number },
  refuse: (field: "Amount", message: string) => void,
): void {
  if (Amount === 0) refuse("Amount", "Amount is required");
  if (Amount < 0 && Kind !== "opening") refuse("Amount", "Amount must be greater than 0");
}

export type Adjustment = RowOf<typeof adjustment>;

/** The adjustment number as shown to users: ADJ-12, unlike any house number such as A-12. */
export function adjustmentName({ AdjustmentNo }: { AdjustmentNo: number }): string {
  return `ADJ-${AdjustmentNo}`;
}
