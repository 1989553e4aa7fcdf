import { useEffect } from "react";
import { formatDay, isDay } from "../../../shared/dates.ts";
import { type ActivityKind, activityKindOf } from "../../../shared/domain/activity.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { usePagedList } from "../../api/usePagedList.ts";
import { type TranslationKey, t, translateName } from "../../i18n/t.ts";
import { formatAmount } from "../../ui/text/Money.tsx";

interface HouseHistoryInput {
  PlotID: number;
  /** Another text as soon as something at the house has changed. */
  revision: string;
}

/** What was changed at the house, newest first, read again with every change. */
export function useHouseHistory({ PlotID, revision }: HouseHistoryInput) {
  const pages = usePagedList<AuditRecord>({ path: `/plot/${PlotID}/history`, pageSize: 50, maxPageSize: 1_000 });
  const { refetch } = pages;
  useEffect(() => {
    if (revision !== "") void refetch();
  }, [revision, refetch]);
  return pages;
}

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

/** A field that differs, said as people read it; empty where there was or is nothing. */
interface FieldChange {
  label: string;
  before: string;
  after: string;
}

/** What differs between the record before and after, in the order of the forms. */
function diffFields({ Resource, Before, After }: AuditRecord): FieldChange[] {
  const fields = fieldsByResource.get(Resource) ?? [];
  return fields.flatMap(({ name, label, kind }) => {
    const [before, after] = [Before?.[name], After?.[name]].map((value) => formatFieldValue(value, kind));
    return before === after ? [] : [{ label: translateName(label), before: before ?? "", after: after ?? "" }];
  });
}

/** What an installment got from or gave back to a receipt. */
function diffAmountReceived({ Before, After, Title }: AuditRecord): FieldChange[] {
  const [before, after] = [Before, After].map((row) => formatFieldValue(row?.AmountReceived ?? 0, "money"));
  if (before === after) return [];
  return [{ label: t("Installment {number}", { number: Title }), before: before ?? "", after: after ?? "" }];
}

type FieldKind = "text" | "name" | "money" | "day" | "bit";

interface AuditedField {
  name: string;
  label: TranslationKey;
  kind: FieldKind;
}

const fieldsByResource: ReadonlyMap<string, readonly AuditedField[]> = new Map([
  [
    plot.name,
    [
      { name: "OwnerName", label: "Owner", kind: "text" },
      { name: "MobileNo", label: "Mobile", kind: "text" },
      { name: "LandlineNo", label: "Landline", kind: "text" },
      { name: "EmailID", label: "E-mail", kind: "text" },
      { name: "CategoryName", label: "Category", kind: "text" },
      { name: "TypeName", label: "Type", kind: "text" },
      { name: "Floor", label: "Floor", kind: "text" },
      { name: "IsPlotOnly", label: "Plot only", kind: "bit" },
    ],
  ],
  [
    paymentReceipt.name,
    [
      { name: "AmountPaid", label: "Amount", kind: "money" },
      { name: "PaymentDate", label: "Date", kind: "day" },
      { name: "PaymentMethod", label: "Method", kind: "name" },
      { name: "Remarks", label: "Remarks", kind: "text" },
    ],
  ],
  [
    paymentSchedule.name,
    [
      { name: "AmountReceived", label: "Received", kind: "money" },
      { name: "PaidDate", label: "Paid on", kind: "day" },
    ],
  ],
]);

function formatFieldValue(value: unknown, kind: FieldKind): string {
  if (value === undefined || value === null || value === "") return "";
  if (kind === "money") return formatAmount(Number(value), 2);
  if (kind === "bit") return value === true || value === 1 ? t("Yes") : t("No");
  const text = String(value);
  if (kind === "day" && isDay(text)) return formatDay(text);
  return kind === "name" ? translateName(text) : text;
}
