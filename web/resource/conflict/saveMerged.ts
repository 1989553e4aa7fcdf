import type { AnyResource } from "../../../shared/registry.ts";
import type { Attribution, RecordEdit } from "../../../shared/wire.ts";
import { ApiError } from "../../api/request.ts";
import { t, translateName } from "../../i18n/t.ts";
import type { FieldInfoMap } from "../../ui/form/Form.tsx";
import { currentRecordIn, type FormValues, toFormValues, versionOf } from "../formValues.ts";
import {
  changedFields,
  defaultSide,
  type FieldVersions,
  isChangedBy,
  mergeValues,
  needsDecision,
} from "./threeWayMerge.ts";

/** A concurrent change that the user has to resolve. */
export interface MergeConflict<Rec> {
  base: Rec;
  theirs: Rec;
  /** In the order of the form. */
  fields: readonly FieldVersions[];
  edits: readonly RecordEdit[];
  mine: FormValues;
  theirValues: FormValues;
}

/** Changes by others that are kept in a merged save. */
export interface MergedFromOthers {
  by: string;
  fields: readonly string[];
}

interface MergedSaveTask<Rec> {
  resource: AnyResource;
  /** Its keys are the fields of the form. */
  defaultValues: FormValues;
  values: FormValues;
  /** The record that the values were typed over. */
  base: Rec;
  /** Throws an ApiError. */
  save: (values: FormValues, base: Rec, along: MergedFromOthers | undefined) => Promise<void>;
  /** Answers what is to be saved; nothing where it was put off. */
  resolveConflict: (clash: MergeConflict<Rec>) => Promise<FormValues | undefined>;
  /** What is saved from now on, and over what. */
  onMerged: (values: FormValues, base: Rec) => void;
}

/**
 * Saves over the current version of the record. Changes by others are kept; if a conflict needs a decision, the user is asked
 * first. Returns false when the user cancels. Throws the ApiError of any other failure.
 */
export async function saveMerged<Rec extends object>(task: MergedSaveTask<Rec>): Promise<boolean> {
  const { resource, defaultValues, resolveConflict, onMerged } = task;
  let { values, base } = task;
  let along: MergedFromOthers | undefined;
  for (;;) {
    try {
      await task.save(values, base, along);
      return true;
    } catch (problem) {
      const theirs = newerRecordIn(problem, { resource, base });
      if (!theirs || !(problem instanceof ApiError)) throw problem;
      const clash = buildConflict({
        resource,
        defaultValues,
        values,
        base,
        theirs,
        edits: problem.concurrentEdits ?? [],
      });
      const chosen = needsDecision(resource, clash.fields) ? await resolveConflict(clash) : mergeAutomatically(clash);
      if (!chosen) return false;
      along = mergedFromOthers(clash, chosen) ?? along;
      values = chosen;
      base = theirs;
      onMerged(values, base);
    }
  }
}

/** The last concurrent edit of the field. */
export function lastEditOf(edits: readonly RecordEdit[], name: string): Attribution | undefined {
  return edits.findLast(({ fields }) => fields.includes(name));
}

/** The names of the editors, without repetition. */
export function editorNames(edits: readonly RecordEdit[]): string[] {
  return [...new Set(edits.map(({ by }) => by))];
}

function newerRecordIn<Rec extends object>(
  problem: unknown,
  of: { resource: AnyResource; base: Rec },
): Rec | undefined {
  if (!(problem instanceof ApiError) || problem.status !== 409 || !problem.concurrentEdits) return undefined;
  const current = currentRecordIn(problem.data, of);
  return current && versionOf(current) > versionOf(of.base) ? current : undefined;
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
  const fields = changedFields({ before, mine: values, theirs: theirValues });
  return { base, theirs, fields, edits, mine: values, theirValues };
}

function mergeAutomatically<Rec>({ fields, mine, theirValues }: MergeConflict<Rec>): FormValues {
  return mergeValues({ mine, theirs: theirValues }, { fields, sideOf: defaultSide });
}

function mergedFromOthers<Rec>(
  { fields, edits }: MergeConflict<Rec>,
  chosen: FormValues,
): MergedFromOthers | undefined {
  const kept = fields.filter((field) => isChangedBy(field, "theirs") && chosen[field.name] === field.theirs);
  const by = editorNames(edits).join(", ");
  return kept.length === 0 ? undefined : { by, fields: kept.map(({ name }) => name) };
}

/** Describes the changes by others that a save has kept. */
export function describeMergedFromOthers({ by, fields }: MergedFromOthers, told: FieldInfoMap): string {
  const named = fields.map((name) => told.get(name)?.label ?? name).join(t(", "));
  return t("Also kept: what {name} changed ({fields}).", { name: translateName(by) || t("Somebody"), fields: named });
}
