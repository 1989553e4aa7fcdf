import type { AnyResource } from "../../../shared/registry.ts";
import { type FormValues, isSameValue } from "../formValues.ts";

/** A field that at least one of two editors of the same version changed. */
export interface FieldVersions {
  name: string;
  before: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Whose value of a field is saved. */
export type MergeSide = "mine" | "theirs";

interface FormVersions {
  before: FormValues;
  mine: FormValues;
  theirs: FormValues;
}

/** The fields that either side changed, in the order of the form. */
export function listChangedFields({ before, mine, theirs }: FormVersions): FieldVersions[] {
  return Object.keys(before)
    .map((name) => ({ name, before: before[name], mine: mine[name], theirs: theirs[name] }))
    .filter((field) => isChangedBy(field, "mine") || isChangedBy(field, "theirs"));
}

/**
 * Whether the user has to choose: both sides changed a field to different values, or the other side changed an amount,
 * which must not be saved unseen.
 */
export function needsDecision(resource: Pick<AnyResource, "fields">, fields: readonly FieldVersions[]): boolean {
  return fields.some(
    (field) =>
      valuesDiffer(field) &&
      isChangedBy(field, "theirs") &&
      (isChangedBy(field, "mine") || resource.fields.get(field.name)?.kind === "money"),
  );
}

export function valuesDiffer({ mine, theirs }: FieldVersions): boolean {
  return !isSameValue(mine, theirs);
}

/** The side that changed the field; `mine` if both did. */
export function getDefaultSide(field: FieldVersions): MergeSide {
  return isChangedBy(field, "mine") ? "mine" : "theirs";
}

/** Their version, with the values of `mine` for the fields where `sideOf` returns that side. */
export function mergeValues(
  { mine, theirs }: Pick<FormVersions, "mine" | "theirs">,
  { fields, sideOf }: { fields: readonly FieldVersions[]; sideOf: (field: FieldVersions) => MergeSide },
): FormValues {
  const chosen = fields.map((field) => [field.name, field[sideOf(field)]]);
  return { ...mine, ...theirs, ...Object.fromEntries(chosen) };
}

export function isChangedBy(field: FieldVersions, side: MergeSide): boolean {
  return !isSameValue(field.before, field[side]);
}
