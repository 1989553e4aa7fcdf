import { expect, test } from "vitest";
import type { FieldMeta } from "../../shared/field-meta.ts";
import { resources } from "../../shared/resources/index.ts";
import { formatFieldLabel, formatOption, listVisibleFields } from "../../web/features/audit/fieldChanges.ts";
import { ur } from "../../web/i18n/locales/ur.ts";

interface AuditField {
  name: string;
  meta: FieldMeta;
}

const auditedResources = resources.filter(({ derivedFrom, internal }) => !derivedFrom && !internal);

test.each(auditedResources)("the audit shows the fields and states of $name in Urdu", (resource) => {
  const fields = listVisibleFields(resource).flatMap(withItemFields);
  const labels = fields.map(({ name }) => formatFieldLabel(name));
  const options = fields.flatMap(({ name, meta }) =>
    (meta.options ?? []).filter(isWord).map((option) => formatOption(name, option)),
  );
  expect([...labels, ...options].filter((text) => !Object.hasOwn(ur, text))).toEqual([]);
  expect(options.filter((text) => /^[a-z]/.test(text))).toEqual([]);
});

test("the audit does not call a transfer of credit one of the house", () => {
  expect(formatOption("Kind", "transfer")).toBe("Transfer");
  expect(formatOption("WithdrawalReason", "transfer")).toBe("The house was transferred");
});

/** The field and the fields of its items; items with an amount are shown as their number and sum. */
function withItemFields(field: AuditField): AuditField[] {
  const { itemFields = {}, moneyFields = [], kind } = field.meta;
  if (kind === "list" && moneyFields.includes("Amount")) return [field];
  return [field, ...Object.entries(itemFields).flatMap(([name, meta]) => withItemFields({ name, meta }))];
}

/** Not "", and not a month. */
function isWord(option: string): boolean {
  return /[a-z]/i.test(option);
}
