import type { AnyResource } from "../../shared/registry.ts";
import type { Presenter } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc } from "../database/store.ts";

/** A resource as it is told. */
export interface SerializableResource {
  resource: AnyResource;
  present: Presenter;
  /** The resources whose names its records may show. */
  joinedNames: readonly string[];
}

interface CacheEntry {
  /** Of the names that the records show: texts of an older one are worth nothing. */
  version: number;
  json: Map<Doc, string>;
}

/** Rows of one transaction as the JSON that is told of them: each is made once, for everybody who may hear of it. */
export class SerializationCache {
  readonly #referenceCache: Pick<ReferenceCache, "versionOf">;
  readonly #entries = new Map<SerializableResource, CacheEntry>();

  constructor(mirror: Pick<ReferenceCache, "versionOf">) {
    this.#referenceCache = mirror;
  }

  serialize(presented: SerializableResource, row: Doc): string {
    const version = this.#referenceCache.versionOf(presented.joinedNames);
    let kept = this.#entries.get(presented);
    if (kept?.version !== version) {
      kept = { version, json: new Map() };
      this.#entries.set(presented, kept);
    }
    const made = kept.json.get(row);
    if (made !== undefined) return made;
    const text = JSON.stringify(presented.present(row));
    kept.json.set(row, text);
    return text;
  }
}
