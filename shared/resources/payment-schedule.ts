import { z } from "zod";
import { equalTo, inMonth, inYear } from "../domain/list-filters.ts";
import { bit, day, instant, integer, month, optionalCount, ref, rupees, text, year } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { optionalAccount } from "./account.ts";
import { paymentPlan } from "./payment-plan.ts";
import { plot } from "./plot.ts";
import { plotCategory } from "./plot-category.ts";

const missingDataMessage = "Required data missing: RateID or PlotIDs";

/** The error of a request for more plots or installments than one request can generate. */
export const tooManyPlotsMessage = "Too many plots at once";

/** The body of POST, which generates the installments of a plan for these plots. */
export const generateScheduleBody = z.object({
  RateID: integer({ min: 1, message: missingDataMessage }),
  PaymentPlanID: integer({ min: 1, message: "Payment plan is required" }),
  PlotIDs: z
    .array(z.int(missingDataMessage).min(1, missingDataMessage), missingDataMessage)
    .min(1, missingDataMessage)
    .max(100_000, tooManyPlotsMessage),
  /** The first month that is charged; the plan's first month without it. */
  FromMonth: month().optional(),
  FromYear: year().optional(),
});

/** The installments: what a plot owes for a month. PUT ticks one as paid without a receipt, or takes the tick back. */
export const paymentSchedule = defineResource({
  name: "payment-schedule",
  idField: "PaymentScheduleID",
  label: "Installment",
  titleField: "InstallmentNumber",
  page: {
    id: 11,
    path: "/payment-management?tab=payment-schedule",
    title: "Payment Schedule",
    icon: "list-checks",
    screen: "payment-schedule/PaymentScheduleScreen",
  },
  guards: { create: { page: "/payment-management?tab=payment-plans", flag: "CanGeneratePaymentSchedule" } },
  verbs: ["list", "create", "update"],
  input: {
    IsPaid: bit(),
    /** The account that received the ticked amount. Null: the cash account. */
    AccountID: optionalAccount(),
  },
  createInput: generateScheduleBody,
  serverFields: {
    PlotID: ref(plot, "Plot"),
    /** The category of the plot, which never changes. Copied for the totals. */
    CategoryID: ref(plotCategory, "Category"),
    PaymentPlanID: ref(paymentPlan, "Payment plan"),
    InstallmentNumber: integer({ min: 1, message: "Installment" }),
    DueDate: day("Due date"),
    /** The month of the due date, YYYY-MM. */
    BillingMonth: text("Month"),
    /**
     * 1 for a second installment of the same month, made by an earlier release, until a user chooses the one to keep.
     */
    IsDuplicate: bit(),
    Amount: rupees("Amount"),
    GracePeriodDays: optionalCount("Grace period"),
    /** Charged in addition to Amount once PenaltyApplied is 1: if the row is not paid within its days of grace. */
    PenaltyAmount: rupees("Penalty"),
    PenaltyApplied: bit(),
    /** The parts of Amount and PenaltyAmount that adjustments have waived or written off. */
    WaivedAmount: rupees("Waived"),
    WaivedPenalty: rupees("Waived penalty"),
    AmountReceived: rupees("Received"),
    /** The part of AmountReceived from ticking the row as paid. Unticking removes only this part. */
    TickedAmount: rupees("Ticked"),
    /** The day of the tick. */
    TickedDate: day("Ticked on").nullable(),
    PaidDate: day("Paid on").nullable(),
    Created_at: instant(),
  },
  joins: {
    HouseNo: join("PlotID", plot, "HouseNo"),
    OwnerName: join("PlotID", plot, "OwnerName"),
    CategoryName: join("CategoryID", plotCategory, "CategoryName"),
  },
  unique: [["PlotID", "PaymentPlanID", "InstallmentNumber"]],
  partialUnique: { keys: ["PlotID", "BillingMonth"], unless: "IsDuplicate" },
  plotField: "PlotID",
  // A new owner sees only the installments that fall due during their ownership.
  ownershipDateField: "DueDate",
  searchFields: ["HouseNo", "OwnerName", "InstallmentNumber", "Amount"],
  sortFields: ["DueDate", "PaymentPlanID", "InstallmentNumber", "Amount", "PaidDate"],
  filters: {
    year: inYear("DueDate"),
    month: inMonth("DueDate"),
    plan: equalTo("PaymentPlanID"),
    plot: equalTo("PlotID"),
  },
  // Ticks are not exempt: money for an installment of a locked month is recorded with a receipt of today.
  monthLock: { dayFields: ["DueDate"], exemptFields: ["AmountReceived", "IsPaid", "PaidDate"] },
  indexes: [["TickedDate"]],
});

export type Installment = RowOf<typeof paymentSchedule>;
