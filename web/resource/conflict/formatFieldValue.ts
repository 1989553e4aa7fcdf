import { formatDay, isDay } from "../../../shared/dates.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { t, translateName } from "../../i18n/t.ts";
import type { FieldInfo } from "../../ui/form/Form.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";

interface FieldValue {
  resource: Pick<AnyResource, "fields">;
  name: string;
  value: unknown;
  fieldInfo: FieldInfo | undefined;
}

/** A field's value as people read it; a dash for nothing. */
export function formatFieldValue({ resource, name, value, fieldInfo }: FieldValue): string {
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return "—";
  if (fieldInfo?.secret) return "••••••";
  if (Array.isArray(value)) return value.map((item) => formatOption(item, fieldInfo)).join(t(", ")) || "—";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  const kind = resource.fields.get(name)?.kind;
  if (kind === "money" && typeof value === "number") return formatAmount(value, 2);
  const text = String(value);
  if (kind === "day" && isDay(text)) return formatDay(text);
  return formatOption(value, fieldInfo);
}

function formatOption(value: unknown, told: FieldInfo | undefined): string {
  const option = told?.options?.find((each) => each.value === value);
  return option?.label ?? translateName(String(value));
}
