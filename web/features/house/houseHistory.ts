import { type ActivityKind, activityKindOf } from "../../../shared/domain/activity.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { diffAmountReceived, diffFields, type FieldChange } from "./fieldChanges.ts";

/** One thing that somebody did at a house. */
export interface HouseChange {
  key: string;
  kind: ActivityKind;
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** The receipt or installment, as people count them. */
  number: string;
  /** How many installments. */
  count: number;
  fields: readonly FieldChange[];
}

/** What somebody did at once is one change: a receipt and the installments it settles, or a whole schedule. */
export function groupIntoChanges(entries: readonly AuditRecord[]): HouseChange[] {
  const commits = groupBy(entries, ({ AuditID }) => AuditID.split(".")[0] ?? "");
  return [...commits.values()].flatMap(summarizeCommit);
}

function summarizeCommit(entries: readonly AuditRecord[]): HouseChange[] {
  const installments = entries.filter(({ Resource }) => Resource === paymentSchedule.name);
  const others = entries.filter(({ Resource }) => Resource !== paymentSchedule.name);
  const leading = others.find(({ Resource }) => Resource === paymentReceipt.name);
  if (leading) {
    const settled = installments.flatMap(diffAmountReceived);
    return others.map((entry) => toHouseChange(entry, entry === leading ? settled : []));
  }
  const updates = installments.filter(({ Type }) => Type === "update");
  const whole = (["insert", "delete"] as const).flatMap((type) => {
    const [first, ...rest] = installments.filter(({ Type }) => Type === type);
    return first ? [{ ...toHouseChange(first, []), count: rest.length + 1, fields: [] }] : [];
  });
  return [
    ...others.map((entry) => toHouseChange(entry, [])),
    ...whole,
    ...updates.map((entry) => toHouseChange(entry, [])),
  ];
}

function toHouseChange(entry: AuditRecord, settled: readonly FieldChange[]): HouseChange {
  return {
    key: entry.AuditID,
    kind: activityKindOf(entry) ?? "house changed",
    by: entry.By,
    at: entry.At,
    number: entry.Title,
    count: 1,
    fields: [...diffFields(entry), ...settled],
  };
}
