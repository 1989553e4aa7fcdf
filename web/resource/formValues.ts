import type { FieldErrors, Resolver } from "react-hook-form";
import type { AnyResource } from "../../shared/registry.ts";

/** What a form holds, by field. */
export type FormValues = Record<string, unknown>;

export function idOf(resource: Pick<AnyResource, "idField">, record: object): number {
  return Number(readField(record, resource.idField));
}

/** The record's name to people: the number of a plot, the title of an expense. */
export function titleOf(resource: Pick<AnyResource, "titleField">, record: object): string {
  return String(readField(record, resource.titleField));
}

export function versionOf(record: object): number {
  return Number(readField(record, "Version"));
}

/** The record's values for the fields that `blank` names, yes and no as a switch holds them. */
export function toFormValues(
  resource: AnyResource,
  { record, blank }: { record: object; blank: FormValues },
): FormValues {
  const names = Object.keys(blank);
  return Object.fromEntries(
    names.map((name) => [name, toFieldValue(resource, { name, value: readField(record, name) })]),
  );
}

/** The same values as the record itself holds them. */
export function toRecordPatch<Rec extends object>(resource: AnyResource, record: Rec, values: FormValues): Partial<Rec>;
export function toRecordPatch(resource: AnyResource, _record: object, values: FormValues): object {
  const patch = Object.entries(values).map(([name, value]) => {
    return [name, isBooleanField(resource, name) ? Number(value === true || value === 1) : value];
  });
  return Object.fromEntries(patch);
}

/** The record as it is now, from the server's answer to a save that came too late. */
export function currentRecordIn<Rec extends object>(
  data: unknown,
  of: { resource: AnyResource; base: Rec },
): Rec | undefined;
export function currentRecordIn(
  data: unknown,
  { resource, base }: { resource: AnyResource; base: object },
): object | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  return idOf(resource, data) === idOf(resource, base) && versionOf(data) > 0 ? data : undefined;
}

/** Nothing typed and nothing stored are the same; lists are compared by what they hold. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? "") === JSON.stringify(other ?? "");
}

/** Checks a form by the resource's own schema and passes on what was typed, as the server wants it. */
export function resourceResolver(resource: AnyResource): Resolver<FormValues, unknown, FormValues> {
  return (values) => {
    const parsed = resource.input.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: FieldErrors<FormValues> = {};
    for (const { path, code, message } of parsed.error.issues) errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors };
  };
}

function toFieldValue(resource: AnyResource, { name, value }: { name: string; value: unknown }): unknown {
  return isBooleanField(resource, name) ? value === 1 || value === true : value;
}

function isBooleanField(resource: AnyResource, name: string): boolean {
  return resource.fields.get(name)?.kind === "bit";
}

function readField(record: object, name: string): unknown {
  return Reflect.get(record, name);
}
