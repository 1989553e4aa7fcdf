import { useEffect, useMemo } from "react";
import { formatDay, isDay, monthOf } from "../../../shared/dates.ts";
import { type ActivityKind, activityKindOf } from "../../../shared/domain/activity.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { ownership } from "../../../shared/resources/ownership.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { usePagedList } from "../../api/usePagedList.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { shortMonthYearText } from "../../i18n/dateTime.ts";
import { type TranslationKey, t, translateName } from "../../i18n/t.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import type { HouseRecords } from "./useHouseRecords.ts";

/** The changes of the house and its records, newest first; refetched whenever one of them changes. */
export function useHouseHistory(house: PlotRecord, records: HouseRecords) {
  const path = `/plot/${house.PlotID}/history`;
  const { entries, refetch, ...list } = usePagedList<AuditRecord>({
    path,
    pageSize: 50,
    maxPageSize: 1_000,
    toId: ({ AuditID }) => AuditID,
  });
  const changeKey = computeChangeKey(house, records);
  useEffect(() => {
    if (changeKey !== "") void refetch();
  }, [changeKey, refetch]);
  const changes = useMemo(() => entries && groupIntoChanges(entries), [entries]);
  return { ...list, refetch, changes };
}

/** A text that differs after every change of the house or its records; empty while the records are loading. */
function computeChangeKey(
  house: PlotRecord,
  { schedule, receipts, voidedReceipts, adjustments, isLoading }: HouseRecords,
): string {
  if (isLoading) return "";
  const lists = [[house], schedule.rows, receipts.rows, voidedReceipts.rows, adjustments];
  return lists.map((rows) => `${rows.length} ${rows.reduce((sum, { Version }) => sum + Version, 0)}`).join(", ");
}

/** One user action on a house or its records. */
export interface HouseChange {
  key: string;
  kind: ActivityKind;
  by: string;
  /** Who approved the action; "" without an approval. */
  approvedBy: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** The number of a receipt, the month of an installment, and so on. */
  recordLabel: string;
  /** How many installments the change concerns; 1 for other changes. */
  installmentCount: number;
  fields: readonly FormattedChange[];
}

/**
 * A commit becomes one change where its entries belong together: a receipt with the installments it settles, or a whole
 * schedule.
 */
function groupIntoChanges(entries: readonly AuditRecord[]): HouseChange[] {
  const visibleEntries = entries.filter(
    (entry) => [plot.name, ownership.name].includes(entry.Resource) || activityKindOf(entry) !== undefined,
  );
  // An AuditID is the id of the commit and the index of the entry: `<commit>.<index>`.
  const commits = groupBy(visibleEntries, ({ AuditID }) => AuditID.split(".")[0] ?? "");
  return [...commits.values()].flatMap(summarizeCommit);
}

function summarizeCommit(entries: readonly AuditRecord[]): HouseChange[] {
  const installments = entries.filter(({ Resource }) => Resource === paymentSchedule.name);
  const otherEntries = entries.filter(({ Resource }) => Resource !== paymentSchedule.name);
  const receipt = otherEntries.find(({ Resource }) => Resource === paymentReceipt.name);
  if (receipt) {
    const settledInstallments = installments.flatMap(formatAmountReceived);
    return otherEntries.map((entry) => toHouseChange(entry, entry === receipt ? settledInstallments : []));
  }
  const installmentUpdates = installments.filter(({ Type }) => Type === "update");
  const scheduleChanges = (["insert", "delete"] as const).flatMap((type) => {
    const [first, ...rest] = installments.filter(({ Type }) => Type === type);
    return first ? [{ ...toHouseChange(first, []), installmentCount: rest.length + 1, fields: [] }] : [];
  });
  return [
    ...otherEntries.map((entry) => toHouseChange(entry, [])).filter(hasVisibleChange),
    ...scheduleChanges,
    ...installmentUpdates.map((entry) => toHouseChange(entry, [])),
  ];
}

/**
 * Hides entries without a visible change. A change of the owner writes the plot and the ownership, and each value is
 * shown once: name and contact as changes of the plot, the CNIC as one of the ownership.
 */
function hasVisibleChange({ kind, fields }: HouseChange): boolean {
  return kind !== "house changed" || fields.length > 0;
}

function toHouseChange(entry: AuditRecord, settledInstallments: readonly FormattedChange[]): HouseChange {
  return {
    key: entry.AuditID,
    kind: activityKindOf(entry) ?? "house changed",
    by: entry.By,
    approvedBy: entry.ApprovedBy,
    at: entry.At,
    recordLabel: entry.Resource === paymentSchedule.name ? formatDueMonth(entry) : entry.Title,
    installmentCount: 1,
    fields: [...formatChangedFields(entry), ...settledInstallments],
  };
}

/** The month of an installment. */
function formatDueMonth({ Before, After }: AuditRecord): string {
  return shortMonthYearText(monthOf(String((After ?? Before)?.DueDate)));
}

/** A changed field with formatted values; "" for no value. */
interface FormattedChange {
  label: string;
  before: string;
  after: string;
}

/** The changed fields of the record, in the order of its form. */
function formatChangedFields({ Resource, Before, After }: AuditRecord): FormattedChange[] {
  const fields = fieldsByResource.get(Resource) ?? [];
  return fields.flatMap(({ name, label, kind }) => {
    const [before, after] = [Before?.[name], After?.[name]].map((value) => formatFieldValue(value, kind));
    return before === after ? [] : [{ label: translateName(label), before: before ?? "", after: after ?? "" }];
  });
}

/** The change of an installment's received amount by a receipt. */
function formatAmountReceived(entry: AuditRecord): FormattedChange[] {
  const { Before, After } = entry;
  const [before, after] = [Before, After].map((row) => formatFieldValue(row?.AmountReceived ?? 0, "money"));
  if (before === after) return [];
  return [{ label: formatDueMonth(entry), before: before ?? "", after: after ?? "" }];
}

/** A `name` is a built-in name that is translated, a `bit` is shown as Yes or No. */
type FieldKind = "text" | "name" | "money" | "day" | "bit";

interface AuditedField {
  name: string;
  label: TranslationKey;
  kind: FieldKind;
}

/** The fields whose changes are shown. */
const fieldsByResource: ReadonlyMap<string, readonly AuditedField[]> = new Map([
  [
    plot.name,
    [
      { name: "OwnerName", label: "Owner", kind: "text" },
      { name: "MobileNo", label: "Mobile", kind: "text" },
      { name: "LandlineNo", label: "Landline", kind: "text" },
      { name: "EmailID", label: "Email", kind: "text" },
      { name: "CategoryName", label: "Category", kind: "text" },
      { name: "TypeName", label: "Type", kind: "text" },
      { name: "Floor", label: "Floor", kind: "text" },
      { name: "IsPlotOnly", label: "Plot only", kind: "bit" },
    ],
  ],
  [ownership.name, [{ name: "CNIC", label: "CNIC", kind: "text" }]],
  [
    paymentReceipt.name,
    [
      { name: "PayerName", label: "Received from", kind: "text" },
      { name: "AmountPaid", label: "Amount", kind: "money" },
      { name: "PaymentDate", label: "Date", kind: "day" },
      { name: "PaymentMethod", label: "Method", kind: "name" },
      { name: "Remarks", label: "Remarks", kind: "text" },
    ],
  ],
  [
    adjustment.name,
    [
      { name: "Kind", label: "Kind", kind: "name" },
      { name: "Amount", label: "Amount", kind: "money" },
      { name: "Date", label: "Date", kind: "day" },
      { name: "Reason", label: "Reason", kind: "text" },
      { name: "VoidReason", label: "Reason for the void", kind: "text" },
    ],
  ],
  [
    paymentSchedule.name,
    [
      { name: "AmountReceived", label: "Received", kind: "money" },
      { name: "WaivedAmount", label: "Waived", kind: "money" },
      { name: "WaivedPenalty", label: "Penalty waived", kind: "money" },
      { name: "PaidDate", label: "Paid on", kind: "day" },
    ],
  ],
]);

function formatFieldValue(value: unknown, kind: FieldKind): string {
  if (value === undefined || value === null || value === "") return "";
  if (kind === "money") return formatAmount(Number(value));
  if (kind === "bit") return value === true || value === 1 ? t("Yes") : t("No");
  const text = String(value);
  if (kind === "day" && isDay(text)) return formatDay(text);
  return kind === "name" ? translateName(text) : text;
}
