import type { AnyResource } from "../../shared/registry.ts";
import type { Mirror } from "./mirror.ts";
import type { Present } from "./present.ts";
import type { Doc } from "./store.ts";

/** A resource as it is told. */
export interface Presented {
  resource: AnyResource;
  present: Present;
  /** The resources whose names its records may show. */
  shows: readonly string[];
}

interface Kept {
  /** Of the names that the records show: texts of an older one are worth nothing. */
  version: number;
  texts: Map<Doc, string>;
}

/** Rows of one transaction as the JSON that is told of them: each is made once, for everybody who may hear of it. */
export class RecordTexts {
  readonly #mirror: Pick<Mirror, "versionOf">;
  readonly #kept = new Map<Presented, Kept>();

  constructor(mirror: Pick<Mirror, "versionOf">) {
    this.#mirror = mirror;
  }

  textOf(presented: Presented, row: Doc): string {
    const version = this.#mirror.versionOf(presented.shows);
    let kept = this.#kept.get(presented);
    if (kept?.version !== version) {
      kept = { version, texts: new Map() };
      this.#kept.set(presented, kept);
    }
    const made = kept.texts.get(row);
    if (made !== undefined) return made;
    const text = JSON.stringify(presented.present(row));
    kept.texts.set(row, text);
    return text;
  }
}
