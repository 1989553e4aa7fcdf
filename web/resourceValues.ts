import type { FieldErrors, Resolver } from "react-hook-form";
import type { AnyResource } from "../shared/registry.ts";

/** What a form holds, by field. */
export type Values = Record<string, unknown>;

export function idOf(resource: Pick<AnyResource, "id">, record: object): number {
  return Number(heldIn(record, resource.id));
}

/** The record's name to people: the number of a plot, the title of an expense. */
export function titleOf(resource: Pick<AnyResource, "title">, record: object): string {
  return String(heldIn(record, resource.title));
}

export function versionOf(record: object): number {
  return Number(heldIn(record, "Version"));
}

/** The record's values for the fields that `blank` names, yes and no as a switch holds them. */
export function valuesOf(resource: AnyResource, { record, blank }: { record: object; blank: Values }): Values {
  const names = Object.keys(blank);
  return Object.fromEntries(names.map((name) => [name, fieldValue(resource, { name, value: heldIn(record, name) })]));
}

/** The same values as the record itself holds them. */
export function patchOf<Rec extends object>(resource: AnyResource, record: Rec, values: Values): Partial<Rec>;
export function patchOf(resource: AnyResource, _record: object, values: Values): object {
  const patch = Object.entries(values).map(([name, value]) => {
    return [name, isBit(resource, name) ? Number(value === true || value === 1) : value];
  });
  return Object.fromEntries(patch);
}

/** The record as it is now, from the server's answer to a save that came too late. */
export function currentIn<Rec extends object>(data: unknown, of: { resource: AnyResource; base: Rec }): Rec | undefined;
export function currentIn(
  data: unknown,
  { resource, base }: { resource: AnyResource; base: object },
): object | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  return idOf(resource, data) === idOf(resource, base) && versionOf(data) > 0 ? data : undefined;
}

/** Nothing typed and nothing stored are the same; lists are compared by what they hold. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? "") === JSON.stringify(other ?? "");
}

/** Checks a form by the resource's own schema and passes on what was typed, as the server wants it. */
export function checkedBy(resource: AnyResource): Resolver<Values, unknown, Values> {
  return (values) => {
    const parsed = resource.input.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, code, message } of parsed.error.issues) errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors };
  };
}

function fieldValue(resource: AnyResource, { name, value }: { name: string; value: unknown }): unknown {
  return isBit(resource, name) ? value === 1 || value === true : value;
}

function isBit(resource: AnyResource, name: string): boolean {
  return resource.fields.get(name)?.kind === "bit";
}

function heldIn(record: object, name: string): unknown {
  return Reflect.get(record, name);
}
