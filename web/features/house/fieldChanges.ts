import { formatDay, isDay } from "../../../shared/dates.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { type TranslationKey, t, translateName } from "../../i18n/t.ts";
import { formatAmount } from "../../ui/text/Money.tsx";

/** A field that differs, said as people read it; empty where there was or is nothing. */
export interface FieldChange {
  label: string;
  before: string;
  after: string;
}

/** What differs between the record before and after, in the order of the forms. */
export function diffFields({ Resource, Before, After }: AuditRecord): FieldChange[] {
  const fields = fieldsByResource.get(Resource) ?? [];
  return fields.flatMap(({ name, label, kind }) => {
    const [before, after] = [Before?.[name], After?.[name]].map((value) => formatFieldValue(value, kind));
    return before === after ? [] : [{ label: translateName(label), before: before ?? "", after: after ?? "" }];
  });
}

/** What an installment got from or gave back to a receipt. */
export function diffAmountReceived({ Before, After, Title }: AuditRecord): FieldChange[] {
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
