import type { AnyResource } from "../../../shared/registry.ts";
import type { Attribution, RecordEdit } from "../../../shared/wire.ts";
import { ApiError } from "../../api/request.ts";
import { t, translateName } from "../../i18n/t.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import { asVersionOf, type FormValues, toFormValues, versionOf } from "../formValues.ts";
import {
  type FieldVersions,
  getDefaultSide,
  isChangedBy,
  listChangedFields,
  mergeValues,
  needsDecision,
} from "./threeWayMerge.ts";

/** A concurrent change that the user has to resolve. */
export interface MergeConflict<Rec> {
  /** The version that the user began with. */
  base: Rec;
  /** The newer version that others saved. */
  theirs: Rec;
  /** In the order of the form. */
  fields: readonly FieldVersions[];
  /** The changes by others from `base` to `theirs`. */
  edits: readonly RecordEdit[];
  /** All values of the form. */
  myValues: FormValues;
  /** The values of `theirs` for the fields of the form. */
  theirValues: FormValues;
}

/** Changes by others that are kept in a merged save. */
interface MergedFromOthers {
  by: readonly string[];
  fields: readonly string[];
}

interface MergedSaveTask<Rec> {
  resource: AnyResource;
  /** The keys are the fields of the form. */
  defaultValues: FormValues;
  values: FormValues;
  /** The record that the form contained before the user changed the values. */
  base: Rec;
  /** Throws an ApiError. */
  save: (values: FormValues, base: Rec, mergedFromOthers: MergedFromOthers | undefined) => Promise<void>;
  /** Resolves to the values to save; undefined when the user cancels. */
  resolveConflict: (conflict: MergeConflict<Rec>) => Promise<FormValues | undefined>;
  /** Called with the merged values and the newer record that they are saved over. */
  onMerged: (values: FormValues, base: Rec) => void;
}

/**
 * Saves over the current version of the record. Changes by others are kept; if a conflict needs a decision, the user is
 * asked first. Returns false when the user cancels. Throws the ApiError of any other failure.
 */
export async function saveMerged<Rec extends object>(task: MergedSaveTask<Rec>): Promise<boolean> {
  const { resource, defaultValues, resolveConflict, onMerged } = task;
  let { values, base } = task;
  let mergedFromOthers: MergedFromOthers | undefined;
  for (;;) {
    try {
      await task.save(values, base, mergedFromOthers);
      return true;
    } catch (error) {
      const theirs = findNewerRecord(error, { resource, base });
      if (!theirs || !(error instanceof ApiError)) throw error;
      const conflict = buildConflict({
        resource,
        defaultValues,
        values,
        base,
        theirs,
        edits: error.concurrentEdits ?? [],
      });
      const chosenValues = needsDecision(resource, conflict.fields)
        ? await resolveConflict(conflict)
        : mergeAutomatically(conflict);
      if (!chosenValues) return false;
      mergedFromOthers = findMergedFromOthers(conflict, chosenValues) ?? mergedFromOthers;
      values = chosenValues;
      base = theirs;
      onMerged(values, base);
    }
  }
}

/** The last concurrent edit of the field. */
export function findLastEdit(edits: readonly RecordEdit[], name: string): Attribution | undefined {
  return edits.findLast(({ fields }) => fields.includes(name));
}

/** The names of the editors, without repetition. */
export function listEditorNames(edits: readonly RecordEdit[]): string[] {
  return [...new Set(edits.map(({ by }) => by))];
}

function findNewerRecord<Rec extends object>(
  error: unknown,
  options: { resource: AnyResource; base: Rec },
): Rec | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.concurrentEdits) return undefined;
  const current = asVersionOf(error.data, options);
  return current && versionOf(current) > versionOf(options.base) ? current : undefined;
}

interface MergeConflictInput<Rec> extends Pick<MergedSaveTask<Rec>, "resource" | "defaultValues" | "values" | "base"> {
  theirs: Rec;
  edits: readonly RecordEdit[];
}

function buildConflict<Rec extends object>({
  resource,
  defaultValues,
  values,
  base,
  theirs,
  edits,
}: MergeConflictInput<Rec>): MergeConflict<Rec> {
  const before = toFormValues(resource, { record: base, defaultValues });
  const theirValues = toFormValues(resource, { record: theirs, defaultValues });
  const fields = listChangedFields({ before, mine: values, theirs: theirValues });
  return { base, theirs, fields, edits, myValues: values, theirValues };
}

function mergeAutomatically<Rec>({ fields, myValues, theirValues }: MergeConflict<Rec>): FormValues {
  return mergeValues({ mine: myValues, theirs: theirValues }, { fields, sideOf: getDefaultSide });
}

function findMergedFromOthers<Rec>(
  { fields, edits }: MergeConflict<Rec>,
  chosenValues: FormValues,
): MergedFromOthers | undefined {
  const keptFields = fields.filter(
    (field) => isChangedBy(field, "theirs") && chosenValues[field.name] === field.theirs,
  );
  return keptFields.length === 0
    ? undefined
    : { by: listEditorNames(edits), fields: keptFields.map(({ name }) => name) };
}

/** Describes the changes by others that a save has kept. */
export function describeMergedFromOthers({ by, fields }: MergedFromOthers, fieldInfo: FieldInfoMap): string {
  const labels = fields.map((name) => fieldInfo.get(name)?.label ?? name).join(t(", "));
  const name = by.map(translateName).join(t(", ")) || t("Somebody");
  return t("Also kept: what {name} changed ({fields}).", { name, fields: labels });
}
