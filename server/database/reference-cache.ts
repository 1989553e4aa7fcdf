import type { AnyResource, Resource } from "../../shared/registry.ts";
import { type Doc, idOf, type RowChange, type Session, type Store } from "./store.ts";

/** All rows of the resources that are declared as `cached`, in memory. Joins and permissions are read from here. */
export class ReferenceCache {
  readonly #store: Store;
  readonly #resources: readonly AnyResource[];
  /** By resource name and id. */
  #rows = new Map<string, Map<number, Doc>>();
  /** By resource name. */
  readonly #versions = new Map<string, number>();

  constructor(store: Store, resources: readonly AnyResource[]) {
    this.#store = store;
    this.#resources = resources.filter((resource) => resource.cached);
  }

  /** A number that increases with every change of a row of the resources with these names. */
  versionOf(names: readonly string[]): number {
    let version = 0;
    for (const name of names) version += this.#versions.get(name) ?? 0;
    return version;
  }

  /** Loads all rows, as of the snapshot that the session reads. */
  async load(session: Session): Promise<void> {
    const loadedRows = new Map<string, Map<number, Doc>>();
    for (const resource of this.#resources) {
      const rows = new Map<number, Doc>();
      for await (const row of this.#store.stream(resource, {}, { session })) rows.set(idOf(resource, row), row);
      loadedRows.set(resource.name, rows);
    }
    this.#rows = loadedRows;
    // Only now, so that nothing that was derived from the old rows during the load is cached under the new version.
    for (const { name } of this.#resources) this.#bumpVersion(name);
  }

  /** Throws if the resource is not declared as `cached`. */
  get<Row>(resource: Resource<Row>, id: number): Row | undefined;
  get(resource: AnyResource, id: number): Doc | undefined {
    return this.#rowsOf(resource).get(id);
  }

  all<Row>(resource: Resource<Row>): Iterable<Row>;
  all(resource: AnyResource): Iterable<Doc> {
    return this.#rowsOf(resource).values();
  }

  /** Applies committed changes. Ignores those of other resources. */
  apply(changes: readonly RowChange[]): void {
    for (const { resource, id, after } of changes) {
      const rows = this.#rows.get(resource);
      if (!rows) continue;
      if (after) rows.set(id, after);
      else rows.delete(id);
      this.#bumpVersion(resource);
    }
  }

  #bumpVersion(name: string): void {
    this.#versions.set(name, (this.#versions.get(name) ?? 0) + 1);
  }

  #rowsOf(resource: { name: string }): Map<number, Doc> {
    const rows = this.#rows.get(resource.name);
    if (!rows) throw new Error(`${resource.name} is not cached`);
    return rows;
  }
}
