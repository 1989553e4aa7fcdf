import type { FieldErrors, Resolver } from "react-hook-form";
import type { AnyResource } from "../../shared/registry.ts";

/** The values of a resource's form, by field. The functions below convert them from and to records, and compare them. */
export type FormValues = Record<string, unknown>;

export function idOf(resource: Pick<AnyResource, "idField">, record: object): number {
  return Number(readField(record, resource.idField));
}

/** The record's name for people: the number of a plot, the title of an expense. */
export function titleOf(resource: Pick<AnyResource, "titleField">, record: object): string {
  return String(readField(record, resource.titleField));
}

export function versionOf(record: object): number {
  return Number(readField(record, "Version"));
}

/** The record's values for the fields of `defaultValues`; a switch holds a boolean where the record has 0 or 1. */
export function toFormValues(
  resource: AnyResource,
  { record, defaultValues }: { record: object; defaultValues: FormValues },
): FormValues {
  const entries = Object.keys(defaultValues).map((name) => {
    const value = readField(record, name);
    return [name, isBooleanField(resource, name) ? value === 1 || value === true : value];
  });
  return Object.fromEntries(entries);
}

/**
 * The form's values as a record stores them; the reverse of toFormValues. An emptied field is null, because the server
 * keeps the stored value of a field that the request omits.
 */
export function toRecordPatch<Rec extends object>(
  resource: AnyResource,
  { values, base }: { values: FormValues; base: Rec },
): Partial<Rec> {
  const entries = Object.entries(values).map(([name, value]) => {
    if (value === undefined && name in base) return [name, null];
    return [name, isBooleanField(resource, name) ? Number(value === true || value === 1) : value];
  });
  // The form has the resource's own fields; the server checks their values by its schema.
  return Object.fromEntries(entries) as Partial<Rec>;
}

/** `data` if it is the same record as `base`, in this or another version; otherwise undefined. */
export function asVersionOf<Rec extends object>(
  data: unknown,
  { resource, base }: { resource: AnyResource; base: Rec },
): Rec | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  // Responses and drafts contain the record in the shape that the resource declares.
  return idOf(resource, data) === idOf(resource, base) && versionOf(data) > 0 ? (data as Rec) : undefined;
}

/** Compares values by content; null, undefined and "" are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? "") === JSON.stringify(b ?? "");
}

/** Validates a form by the resource's own schema. Submits the values as the user entered them, not as parsed. */
export function createResourceResolver(resource: AnyResource): Resolver<FormValues, unknown, FormValues> {
  return (values) => {
    const parsed = resource.input.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: FieldErrors<FormValues> = {};
    for (const { path, code, message } of parsed.error.issues) {
      const name = String(path[0]);
      errors[name] ??= { type: code, message: Number.isNaN(values[name]) ? notANumber : message };
    }
    return { values: {}, errors };
  };
}

/** Shown if the text of a number field is not a number: the value of the field is NaN. */
const notANumber = "Enter a number, for example 2500 or 2,500";

function isBooleanField(resource: AnyResource, name: string): boolean {
  return resource.fields.get(name)?.kind === "bit";
}

function readField(record: object, name: string): unknown {
  return Reflect.get(record, name);
}
