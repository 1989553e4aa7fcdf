import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "./commit.ts";

/** The resource in whose collection its rows stand. */
export function sourceOf(resource: AnyResource): AnyResource {
  return resource.derivedFrom?.source ?? resource;
}

/** Says a change of rows again for each view of them. */
export class DerivedResources {
  readonly #namesBySource = new Map<string, string[]>();

  constructor(resources: readonly AnyResource[]) {
    for (const { name, derivedFrom } of resources) {
      if (!derivedFrom) continue;
      const source = derivedFrom.source.name;
      this.#namesBySource.set(source, [...this.namesOf(source), name]);
    }
  }

  /** The changes, each followed by the same for the views; their rows stay those of the source. */
  withDerivedChanges(changes: readonly RowChange[]): RowChange[] {
    return changes.flatMap((change) => [
      change,
      ...this.namesOf(change.resource).map((resource) => ({ ...change, resource })),
    ]);
  }

  namesOf(source: string): readonly string[] {
    return this.#namesBySource.get(source) ?? [];
  }
}
