import { z } from "zod";
import { equalTo, inYear } from "../domain/list-filters.ts";
import { day, instant, integer, optionalText, reason, ref, rupees, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { plot, plotJoins } from "./plot.ts";

const chooseInstallmentsMessage = "Please select installments";
const installmentId = integer({ min: 1, message: chooseInstallmentsMessage });

/** The body that withdraws installments. */
export const withdrawBody = z.object({
  PaymentScheduleIDs: z
    .array(installmentId, chooseInstallmentsMessage)
    .min(1, chooseInstallmentsMessage)
    .max(20_000, chooseInstallmentsMessage),
  Reason: reason(),
});

/** The body that keeps one installment of a month that is charged twice; the other one is withdrawn. */
export const keepInstallmentBody = z.object({ PaymentScheduleID: installmentId, Reason: reason() });

/** Unpaid installments that were withdrawn: taken out of the schedule, with the reason. */
export const withdrawnInstallment = defineResource({
  name: "withdrawn-installment",
  idField: "WithdrawnInstallmentID",
  label: "Withdrawn installment",
  titleField: "PaymentScheduleID",
  page: {
    id: 29,
    path: "/payment-management?tab=withdrawn-installments",
    title: "Withdrawn Installments",
    icon: "undo",
    screen: "withdrawn-installment/WithdrawnInstallmentsScreen",
    actions: ["View", "Add"],
  },
  verbs: ["list"],
  input: {},
  serverFields: {
    /** The id that the installment had in the schedule. */
    PaymentScheduleID: integer({ min: 1, message: "Installment" }),
    PlotID: ref(plot, "House"),
    /** A name instead of a reference, so that the plan can be revoked. */
    PaymentPlanName: text("Payment plan"),
    DueDate: day("Due date"),
    Amount: rupees("Amount"),
    Reason: text("Reason"),
    /** Full name of the user who withdrew it. A name instead of a reference, so that the user can be deleted. */
    WithdrawnBy: optionalText(),
    WithdrawnAt: instant(),
  },
  joins: plotJoins,
  plotField: "PlotID",
  ownershipDateField: "DueDate",
  monthLock: { dayFields: ["DueDate"], exemptFields: [] },
  searchFields: ["HouseNo", "OwnerName", "PaymentPlanName", "Reason", "WithdrawnBy"],
  sortFields: ["DueDate", "Amount", "WithdrawnAt"],
  filters: {
    year: inYear("DueDate"),
    plot: equalTo("PlotID"),
  },
});
