import { t, translateName } from "../../i18n/t.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import type { MergedFromOthers } from "./saveMerged.ts";

/** Says what somebody else changed meanwhile and is kept beside one's own changes. */
export function describeMergedFromOthers({ by, fields }: MergedFromOthers, told: FieldInfoMap): string {
  const named = fields.map((name) => told.get(name)?.label ?? name).join(t(", "));
  return t("Also kept: what {name} changed ({fields}).", { name: translateName(by) || t("Somebody"), fields: named });
}
