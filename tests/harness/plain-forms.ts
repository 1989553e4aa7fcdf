import type { FieldMeta } from "../../shared/fields.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { resources } from "../../shared/resources/index.ts";
import type { Form } from "./forms.ts";
import type { Person } from "./person.ts";

/** The form of a resource without rules, filled in and changed by the kinds of its required fields; what it promises is what is declared. */
export async function buildPlainForm(resource: AnyResource, admin: Person): Promise<Omit<Form, "name">> {
  const { error } = resource.input.safeParse({});
  const required = Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
  const body: Record<string, unknown> = {};
  const change: Record<string, unknown> = {};
  for (const [field, meta] of resource.fields) {
    if (!(field in required)) continue;
    body[field] = meta.target ? await findAnyId(meta.target.name, admin) : sampleValue(meta);
    if (!meta.target && !resource.immutable.includes(field)) change[field] = sampleValue(meta, 1);
  }
  const isPlain = [body, { ...body, ...change }].every((filled) => resource.input.safeParse(filled).success);
  if (!isPlain || Object.keys(change).length === 0)
    throw new Error(`What ${resource.name} takes cannot be guessed: add its form to tests/harness/forms.ts`);
  return { resource, body, change, required };
}

async function findAnyId(name: string, admin: Person): Promise<unknown> {
  const target = resources.find((resource) => resource.name === name);
  const [row] = target ? await admin.list(target) : [];
  return row && Reflect.get(row, target?.idField ?? "");
}

/** A value of the field's kind, or another one. */
function sampleValue({ kind, options }: FieldMeta, which: 0 | 1 = 0): unknown {
  switch (kind) {
    case "text":
      return (options ?? ["Sample", "Another sample"])[which];
    case "day":
      return which === 0 ? "2026-02-28" : "2026-03-01";
    case "bit":
      return which;
    case "yesNo":
      return which === 1;
    default:
      return which + 1;
  }
}
