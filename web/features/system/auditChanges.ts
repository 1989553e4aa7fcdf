import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import type { FieldMeta } from "../../../shared/fields.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say, sayName } from "../../lib/language.ts";
import { sameValue } from "../../resourceValues.ts";

/** A field of an entry; of a record that was added or deleted there is one side only. */
export interface FieldChange {
  name: string;
  meta: FieldMeta;
  before: unknown;
  after: unknown;
}

const byName = new Map(resources.map((resource) => [resource.name, resource]));
/** Set by the portal itself with every change. */
const stamps: ReadonlySet<string> = new Set(["Version", "CreatedAt", "UpdatedAt", "Created_at"]);

/** What the entry tells, field by field: the fields that differ, or those that hold anything. */
export function changesOf({ Resource, Before, After }: AuditRecord): readonly FieldChange[] {
  const resource = byName.get(Resource);
  if (!resource) return [];
  return shownFields(resource)
    .map(({ name, meta }) => ({ name, meta, before: Before?.[name], after: After?.[name] }))
    .filter(({ before, after }) => {
      if (Before && After) return !sameValue(before, after);
      return !isNothing(before ?? after);
    });
}

/** What names the record to people. */
export function entryTitle({ Resource, Title, Before, After }: AuditRecord): string {
  const record = After ?? Before ?? {};
  switch (Resource) {
    case "payment-receipt":
      return receiptName({ ReceiptNo: Number(record.ReceiptNo) });
    case "role-permissions":
    case "menuactionsmap":
      return say("{action} of {menu}", { action: nameIn(record.ActionName), menu: nameIn(record.MenuName) });
    case "service-rate":
      return [record.TypeName, record.CategoryName, record.Floor].map(String).join(" · ");
    default:
      return sayName(Title);
  }
}

function nameIn(value: unknown): string {
  return sayName(String(value ?? ""));
}

/** The fields that mean something to people: what a reference shows stands for the reference. */
function shownFields(resource: AnyResource): readonly { name: string; meta: FieldMeta }[] {
  const shownFor = new Map<string, { name: string; meta: FieldMeta }>();
  for (const [name, { via, target, name: source }] of Object.entries(resource.joined)) {
    const meta = target.fields.get(source);
    if (meta && !shownFor.has(via)) shownFor.set(via, { name, meta });
  }
  return [...resource.fields]
    .filter(([name]) => name !== resource.id && !stamps.has(name))
    .map(([name, meta]) => shownFor.get(name) ?? { name, meta });
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
