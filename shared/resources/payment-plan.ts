import { z } from "zod";
import { instant, integer, optionalCount, ref, rupees, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { serviceRate } from "./service-rate.ts";

/** The body of POST. Only the id is read; a client may send the whole service rate. */
export const createPlanBody = z.object({ RateID: integer({ min: 1, message: "Service charge is required" }) });

/** The monthly amounts of a service rate. The installments of plots are generated from them. */
export const paymentPlan = defineResource({
  name: "payment-plan",
  idField: "PaymentPlanID",
  label: "Payment plan",
  titleField: "PaymentPlanName",
  page: {
    id: 10,
    path: "/payment-management?tab=payment-plans",
    title: "Payment Plans",
    icon: "calendar",
    screen: "payment-plan/PaymentPlansScreen",
    actions: ["View", "ViewPaymentPlan", "GeneratePaymentSchedule", "RevokePaymentPlan"],
  },
  guards: {
    create: { page: "/payment-management?tab=service-charges", flag: "CanGeneratePaymentPlan" },
    remove: { page: "/payment-management?tab=payment-plans", flag: "CanRevokePaymentPlan" },
  },
  verbs: ["list", "create", "remove"],
  input: {},
  createInput: createPlanBody,
  serverFields: {
    /** As in the body of POST; the plan of a rate never changes to another rate. */
    RateID: ref(serviceRate, "Service charge is required"),
    PaymentPlanName: text("Name"),
    Description: text("Description"),
    GracePeriodDays: optionalCount("Grace period"),
    PenaltyAmount: rupees("Penalty"),
    CreatedAt: instant(),
  },
  unique: [["RateID"]],
});
