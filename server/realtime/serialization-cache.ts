import type { AnyResource } from "../../shared/registry.ts";
import type { Presenter } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc } from "../database/store.ts";

/** A resource with what is needed to serialize its rows. */
export interface SerializableResource {
  resource: AnyResource;
  present: Presenter;
  /** The resources that its records join. */
  joinedNames: readonly string[];
}

interface CacheEntry {
  /** Version of the joined resources. An entry with another version is discarded. */
  version: number;
  jsonByRow: Map<Doc, string>;
}

/** The rows of one commit as JSON. Each row is serialized once for all subscriber groups. */
export class SerializationCache {
  readonly #referenceCache: Pick<ReferenceCache, "versionOf">;
  readonly #entries = new Map<SerializableResource, CacheEntry>();

  constructor(referenceCache: Pick<ReferenceCache, "versionOf">) {
    this.#referenceCache = referenceCache;
  }

  /** The row as JSON, as the API presents it. */
  serialize(serializable: SerializableResource, row: Doc): string {
    const version = this.#referenceCache.versionOf(serializable.joinedNames);
    let entry = this.#entries.get(serializable);
    if (entry?.version !== version) {
      entry = { version, jsonByRow: new Map() };
      this.#entries.set(serializable, entry);
    }
    const cached = entry.jsonByRow.get(row);
    if (cached !== undefined) return cached;
    const json = JSON.stringify(serializable.present(row));
    entry.jsonByRow.set(row, json);
    return json;
  }
}
