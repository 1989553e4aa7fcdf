import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "./commit.ts";

/** The resource in whose collection its rows stand. */
export function keptAs(resource: AnyResource): AnyResource {
  return resource.viewOf?.source ?? resource;
}

/** Says a change of rows again for each view of them. */
export class Views {
  readonly #names = new Map<string, string[]>();

  constructor(resources: readonly AnyResource[]) {
    for (const { name, viewOf } of resources) {
      if (!viewOf) continue;
      const source = viewOf.source.name;
      this.#names.set(source, [...this.namesOf(source), name]);
    }
  }

  /** The changes, each followed by the same for the views; their rows stay those of the source. */
  followed(changes: readonly RowChange[]): RowChange[] {
    return changes.flatMap((change) => [
      change,
      ...this.namesOf(change.resource).map((resource) => ({ ...change, resource })),
    ]);
  }

  namesOf(source: string): readonly string[] {
    return this.#names.get(source) ?? [];
  }
}
