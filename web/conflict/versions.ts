import type { AnyResource } from "../../shared/registry.ts";
import { sameValue, type Values } from "../resourceValues.ts";

/** A field that at least one of two people changed, starting from the same record. */
export interface FieldVersions {
  name: string;
  before: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Whose value of a field is taken. */
export type Side = "mine" | "theirs";

interface Versions {
  before: Values;
  mine: Values;
  theirs: Values;
}

/** The fields that somebody changed, in the order of the form. */
export function changedFields({ before, mine, theirs }: Versions): FieldVersions[] {
  return Object.keys(before)
    .map((name) => ({ name, before: before[name], mine: mine[name], theirs: theirs[name] }))
    .filter((field) => isChanged(field, "mine") || isChanged(field, "theirs"));
}

/**
 * Must somebody choose? Where both changed a field to different values; and where the other one changed an amount, which
 * nobody is to save along unseen.
 */
export function mustChoose(resource: Pick<AnyResource, "fields">, fields: readonly FieldVersions[]): boolean {
  return fields.some(
    (field) =>
      isOpen(field) &&
      isChanged(field, "theirs") &&
      (isChanged(field, "mine") || resource.fields.get(field.name)?.kind === "money"),
  );
}

/** Would it make a difference whose value is taken? */
export function isOpen({ mine, theirs }: FieldVersions): boolean {
  return !sameValue(mine, theirs);
}

/** The value of whoever changed the field; one's own where both did. */
export function suggestedSide(field: FieldVersions): Side {
  return isChanged(field, "mine") ? "mine" : "theirs";
}

/** What is saved: the other version, with one's own values where `sideOf` says so. */
export function mergedValues(
  { mine, theirs }: Pick<Versions, "mine" | "theirs">,
  { fields, sideOf }: { fields: readonly FieldVersions[]; sideOf: (field: FieldVersions) => Side },
): Values {
  const chosen = fields.map((field) => [field.name, field[sideOf(field)]]);
  return { ...mine, ...theirs, ...Object.fromEntries(chosen) };
}

export function isChanged(field: FieldVersions, side: Side): boolean {
  return !sameValue(field.before, field[side]);
}
