import { accountTransfer } from "../resources/account-transfer.ts";
import { adjustment } from "../resources/adjustment.ts";
import { dayClose } from "../resources/day-close.ts";
import { expenses } from "../resources/expenses.ts";
import { monthLock } from "../resources/month-lock.ts";
import { otherIncome } from "../resources/other-income.ts";
import { paymentPlan } from "../resources/payment-plan.ts";
import { paymentReceipt, receiptBody } from "../resources/payment-receipt.ts";
import { paymentSchedule } from "../resources/payment-schedule.ts";
import { plot } from "../resources/plot.ts";
import { serviceRate } from "../resources/service-rate.ts";

/**
 * The kinds of activity, as the API names them. `charge` stands for a service rate (a service charge on screens) and
 * `transfer` for one between accounts; adjustments of kind charge or transfer are `adjustment added`.
 */
export const activityKinds = [
  "house added",
  "house changed",
  "house transferred",
  "house deleted",
  "receipt added",
  "receipt changed",
  "receipt mailed",
  "receipt voided",
  "adjustment added",
  "adjustment voided",
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
  "transfer added",
  "transfer changed",
  "transfer deleted",
  "other income added",
  "other income changed",
  "other income deleted",
  "month locked",
  "month unlocked",
  "day closed",
] as const;

export type ActivityKind = (typeof activityKinds)[number];

/**
 * The resources of the activity list. A transaction becomes one entry, about the first of these resources that it
 * changed.
 */
export const activityResources = [
  adjustment,
  paymentReceipt,
  paymentPlan,
  serviceRate,
  plot,
  expenses,
  paymentSchedule,
  accountTransfer,
  otherIncome,
  monthLock,
  dayClose,
] as const;

/** One change of one record, with the values that the viewer can see. */
export interface PresentedChange {
  Resource: string;
  Type: "insert" | "update" | "delete";
  Before: Readonly<Record<string, unknown>> | null;
  After: Readonly<Record<string, unknown>> | null;
}

/** The kind of activity of a change; undefined when the activity list does not show it. */
export function activityKindOf(change: PresentedChange): ActivityKind | undefined {
  if (change.Resource === adjustment.name) return adjustmentActivity(change);
  if (change.Resource === paymentReceipt.name) return receiptActivity(change);
  if (change.Resource === paymentSchedule.name) return installmentActivity(change);
  if (change.Resource === plot.name && change.Type === "update" && hasNewValue(change, "OwnedFrom"))
    return "house transferred";
  if (change.Resource === monthLock.name) return monthLockActivity(change);
  return kindByResource.get(change.Resource)?.[change.Type];
}

/** The other kinds, which depend only on resource and type of the change. */
const kindByResource: ReadonlyMap<string, Partial<Record<PresentedChange["Type"], ActivityKind>>> = new Map([
  [plot.name, { insert: "house added", update: "house changed", delete: "house deleted" } as const],
  [serviceRate.name, { insert: "charge added", update: "charge changed", delete: "charge deleted" } as const],
  [expenses.name, { insert: "expense added", update: "expense changed", delete: "expense deleted" } as const],
  [accountTransfer.name, { insert: "transfer added", update: "transfer changed", delete: "transfer deleted" } as const],
  [
    otherIncome.name,
    { insert: "other income added", update: "other income changed", delete: "other income deleted" } as const,
  ],
  [dayClose.name, { insert: "day closed" } as const],
  [paymentPlan.name, { insert: "plan generated", delete: "plan revoked" } as const],
]);

/** Undefined when a receipt pays an adjustment of kind charge: that change belongs to the activity of the receipt. */
function adjustmentActivity(change: PresentedChange): ActivityKind | undefined {
  if (change.Type === "insert") return "adjustment added";
  return hasNewValue(change, "VoidedAt") ? "adjustment voided" : undefined;
}

/** The fields that users change: the input, and the state of the cheque. */
const editedReceiptFields = [...Object.keys(receiptBody.shape), "ChequeState"];

/** Undefined when new installments use the receipt's credit or its mail fails: nobody changed the receipt. */
function receiptActivity(change: PresentedChange): ActivityKind | undefined {
  if (change.Type === "insert") return "receipt added";
  if (change.Type === "delete" || hasNewValue(change, "VoidedAt")) return "receipt voided";
  if (hasNewValue(change, "IsEmailSent")) return "receipt mailed";
  return editedReceiptFields.some((field) => change.Before?.[field] !== change.After?.[field])
    ? "receipt changed"
    : undefined;
}

function installmentActivity(change: PresentedChange): ActivityKind {
  const { Type, Before, After } = change;
  if (Type !== "update") return Type === "insert" ? "installments made" : "installments removed";
  if (hasNewValue(change, "PenaltyApplied")) return "penalty applied";
  if (Before?.IsPaid === After?.IsPaid) return "installment changed";
  return After?.IsPaid ? "installment paid" : "installment unpaid";
}

/** Unlocking lowers the month up to which everything is locked, or leaves none. */
function monthLockActivity({ Before, After }: PresentedChange): ActivityKind {
  const [before, after] = [String(Before?.LockedThrough ?? ""), String(After?.LockedThrough ?? "")];
  return after > before ? "month locked" : "month unlocked";
}

/** Whether the change gave the field a value that is neither the one before nor empty. */
function hasNewValue({ Before, After }: PresentedChange, field: string): boolean {
  return Before?.[field] !== After?.[field] && Boolean(After?.[field]);
}
