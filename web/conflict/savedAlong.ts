import { say, sayName } from "../lib/language.ts";
import type { FieldsTold } from "../ui/FormControl.ts";
import type { SavedAlong } from "./saveMerged.ts";

/** Says what somebody else changed meanwhile and is kept beside one's own changes. */
export function savedAlong({ by, fields }: SavedAlong, told: FieldsTold): string {
  const named = fields.map((name) => told.get(name)?.label ?? name).join(say(", "));
  return say("Also kept: what {name} changed ({fields}).", { name: sayName(by) || say("Somebody"), fields: named });
}
