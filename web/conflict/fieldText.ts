import { formatDay, isDay } from "../../shared/dates.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { say, sayName } from "../lib/language.ts";
import type { FieldTold } from "../ui/FormControl.ts";
import { rupeeText } from "../ui/Money.tsx";

interface FieldValue {
  resource: Pick<AnyResource, "fields">;
  name: string;
  value: unknown;
  told: FieldTold | undefined;
}

/** A field's value as people read it; a dash for nothing. */
export function fieldText({ resource, name, value, told }: FieldValue): string {
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return "—";
  if (told?.secret) return "••••••";
  if (Array.isArray(value)) return value.map((item) => optionText(item, told)).join(say(", ")) || "—";
  if (typeof value === "boolean") return value ? say("Yes") : say("No");
  const kind = resource.fields.get(name)?.kind;
  if (kind === "money" && typeof value === "number") return rupeeText(value, 2);
  const text = String(value);
  if (kind === "day" && isDay(text)) return formatDay(text);
  return optionText(value, told);
}

function optionText(value: unknown, told: FieldTold | undefined): string {
  const option = told?.options?.find((each) => each.value === value);
  return option?.label ?? sayName(String(value));
}
