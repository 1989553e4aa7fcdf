import { expenses } from "../resources/expenses.ts";
import { paymentPlan } from "../resources/payment-plan.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { paymentSchedule } from "../resources/payment-schedule.ts";
import { plot } from "../resources/plot.ts";
import { serviceRate } from "../resources/service-rate.ts";

export const activityKinds = [
  "house added",
  "house changed",
  "house deleted",
  "receipt added",
  "receipt changed",
  "receipt mailed",
  "receipt voided",
  "installments made",
  "installments removed",
  "installment paid",
  "installment unpaid",
  "installment changed",
  "penalty applied",
  "charge added",
  "charge changed",
  "charge deleted",
  "plan generated",
  "plan revoked",
  "expense added",
  "expense changed",
  "expense deleted",
] as const;

/** A kind of activity, as shown to users. */
export type ActivityKind = (typeof activityKinds)[number];

/** The resources that activity reports. Of one transaction only the first in this order is reported. */
export const activityResources = [paymentReceipt, paymentPlan, serviceRate, plot, expenses, paymentSchedule] as const;

/** One change of one record, before and after. */
export interface PresentedChange {
  Resource: string;
  Type: "insert" | "update" | "delete";
  Before: Readonly<Record<string, unknown>> | null;
  After: Readonly<Record<string, unknown>> | null;
}

/** The kind of activity of a change; undefined when it is not reported. */
export function activityKindOf(step: PresentedChange): ActivityKind | undefined {
  if (step.Resource === paymentReceipt.name) return receiptKind(step);
  if (step.Resource === paymentSchedule.name) return installmentKind(step);
  return kindByResource.get(step.Resource)?.[step.Type];
}

/** Resources whose kind depends only on the type of the change. */
const kindByResource: ReadonlyMap<string, Partial<Record<PresentedChange["Type"], ActivityKind>>> = new Map([
  [plot.name, { insert: "house added", update: "house changed", delete: "house deleted" } as const],
  [serviceRate.name, { insert: "charge added", update: "charge changed", delete: "charge deleted" } as const],
  [expenses.name, { insert: "expense added", update: "expense changed", delete: "expense deleted" } as const],
  [paymentPlan.name, { insert: "plan generated", delete: "plan revoked" } as const],
]);

function receiptKind(step: PresentedChange): ActivityKind {
  if (step.Type === "insert") return "receipt added";
  if (step.Type === "delete" || wasSet(step, "VoidedAt")) return "receipt voided";
  return wasSet(step, "IsEmailSent") ? "receipt mailed" : "receipt changed";
}

function installmentKind(step: PresentedChange): ActivityKind {
  const { Type, Before, After } = step;
  if (Type !== "update") return Type === "insert" ? "installments made" : "installments removed";
  if (wasSet(step, "PenaltyApplied")) return "penalty applied";
  if (Before?.IsPaid === After?.IsPaid) return "installment changed";
  return After?.IsPaid ? "installment paid" : "installment unpaid";
}

function wasSet({ Before, After }: PresentedChange, name: string): boolean {
  return Before?.[name] !== After?.[name] && Boolean(After?.[name]);
}
