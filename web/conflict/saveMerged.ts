import type { AnyResource } from "../../shared/registry.ts";
import type { Edit, Hand } from "../../shared/wire.ts";
import { Problem } from "../lib/request.ts";
import { currentIn, type Values, valuesOf, versionOf } from "../resourceValues.ts";
import { changedFields, type FieldVersions, isChanged, mergedValues, mustChoose, suggestedSide } from "./versions.ts";

/** A record that somebody changed while it was being edited, in a way that only a person can decide. */
export interface Clash<Rec> {
  base: Rec;
  theirs: Rec;
  /** In the order of the form. */
  fields: readonly FieldVersions[];
  edits: readonly Edit[];
  mine: Values;
  theirValues: Values;
}

/** What a colleague changed meanwhile and is saved along. */
export interface SavedAlong {
  by: string;
  fields: readonly string[];
}

interface MergedSave<Rec> {
  resource: AnyResource;
  /** Its keys are the fields of the form. */
  blank: Values;
  values: Values;
  /** The record that the values were typed over. */
  base: Rec;
  /** Throws a Problem. */
  save: (values: Values, base: Rec, along: SavedAlong | undefined) => Promise<void>;
  /** Answers what is to be saved; nothing where it was put off. */
  ask: (clash: Clash<Rec>) => Promise<Values | undefined>;
  /** What is saved from now on, and over what. */
  onMerged: (values: Values, base: Rec) => void;
}

/**
 * Saves over the record as it is now: what somebody else changed meanwhile stays, and where that leaves something to
 * decide it is asked first. False when it was put off; throws the Problem of any other refusal.
 */
export async function saveMerged<Rec extends object>(task: MergedSave<Rec>): Promise<boolean> {
  const { resource, blank, ask, onMerged } = task;
  let { values, base } = task;
  let along: SavedAlong | undefined;
  for (;;) {
    try {
      await task.save(values, base, along);
      return true;
    } catch (problem) {
      const theirs = newerIn(problem, { resource, base });
      if (!theirs || !(problem instanceof Problem)) throw problem;
      const clash = clashOf({ resource, blank, values, base, theirs, edits: problem.changed ?? [] });
      const chosen = mustChoose(resource, clash.fields) ? await ask(clash) : withoutAsking(clash);
      if (!chosen) return false;
      along = alongIn(clash, chosen) ?? along;
      values = chosen;
      base = theirs;
      onMerged(values, base);
    }
  }
}

/** Who last changed the field since one began, and when; nobody, where it is as it was. */
export function handOf(edits: readonly Edit[], name: string): Hand | undefined {
  return edits.findLast(({ fields }) => fields.includes(name));
}

/** All who changed the record, each once. */
export function handsIn(edits: readonly Edit[]): string[] {
  return [...new Set(edits.map(({ by }) => by))];
}

function newerIn<Rec extends object>(problem: unknown, of: { resource: AnyResource; base: Rec }): Rec | undefined {
  if (!(problem instanceof Problem) || problem.status !== 409 || !problem.changed) return undefined;
  const current = currentIn(problem.data, of);
  return current && versionOf(current) > versionOf(of.base) ? current : undefined;
}

interface ClashParts<Rec> extends Pick<MergedSave<Rec>, "resource" | "blank" | "values" | "base"> {
  theirs: Rec;
  edits: readonly Edit[];
}

function clashOf<Rec extends object>({ resource, blank, values, base, theirs, edits }: ClashParts<Rec>): Clash<Rec> {
  const before = valuesOf(resource, { record: base, blank });
  const theirValues = valuesOf(resource, { record: theirs, blank });
  const fields = changedFields({ before, mine: values, theirs: theirValues });
  return { base, theirs, fields, edits, mine: values, theirValues };
}

function withoutAsking<Rec>({ fields, mine, theirValues }: Clash<Rec>): Values {
  return mergedValues({ mine, theirs: theirValues }, { fields, sideOf: suggestedSide });
}

function alongIn<Rec>({ fields, edits }: Clash<Rec>, chosen: Values): SavedAlong | undefined {
  const kept = fields.filter((field) => isChanged(field, "theirs") && chosen[field.name] === field.theirs);
  const by = handsIn(edits).join(", ");
  return kept.length === 0 ? undefined : { by, fields: kept.map(({ name }) => name) };
}
