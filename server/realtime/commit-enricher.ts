import type { AnyResource } from "../../shared/registry.ts";
import type { CommitEvent } from "../commits/commit.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Doc, idOf, inArray, type RowChange, type Store } from "../database/store.ts";

/** A commit with the updates that result from it in other rows. These are sent to clients but not stored. */
export interface EnrichedCommit extends CommitEvent {
  /** Resources with too many affected rows to send. Clients read them again. */
  resyncResources: string[];
}

/** Clients read a resource again if more of its rows than this are affected. */
export const maxAffectedRows = 5_000;

/** A join: records of `dependent` display `targetField` of the row of `target` that they reference. */
interface JoinPath {
  dependent: AnyResource;
  /** The field of `dependent` that holds the id of the row of `target`. */
  viaField: string;
  target: AnyResource;
  targetField: string;
}

interface EnricherOptions {
  resources: readonly AnyResource[];
  store: Store;
  referenceCache: ReferenceCache;
}

type AffectedRows = Pick<EnrichedCommit, "changes" | "resyncResources">;

/** Adds to a commit updates of the rows that display a changed field of a referenced row. */
export class CommitEnricher {
  readonly #store: Store;
  readonly #referenceCache: ReferenceCache;
  readonly #joinPaths: readonly JoinPath[];
  readonly #joinTargets: ReadonlySet<string>;
  readonly #resources: readonly AnyResource[];

  constructor({ resources, store, referenceCache }: EnricherOptions) {
    this.#resources = resources;
    this.#store = store;
    this.#referenceCache = referenceCache;
    this.#joinPaths = resources
      .filter(({ derivedFrom }) => !derivedFrom)
      .flatMap((dependent) =>
        Object.values(dependent.joins).map(({ via, target, targetField }) => ({
          dependent,
          viaField: via,
          target,
          targetField,
        })),
      );
    this.#joinTargets = new Set(this.#joinPaths.map(({ target }) => target.name));
  }

  /** Adds the changes that result from the commit. Reads the rows that display a changed field of a referenced row. */
  async enrich(commit: CommitEvent): Promise<EnrichedCommit> {
    const affected = await this.#findAffected(commit.changes);
    const resyncResources = affected.resyncResources.flatMap((name) => [
      name,
      ...this.#resources
        .filter(({ derivedFrom }) => derivedFrom?.some(({ source }) => source.name === name))
        .map((resource) => resource.name),
    ]);
    return { ...commit, changes: [...commit.changes, ...affected.changes], resyncResources };
  }

  async #findAffected(changes: readonly RowChange[]): Promise<AffectedRows> {
    // Several fields may be displayed through the same reference. Rows are read and counted for all changes of the
    // commit at once, because an import can change the owners of thousands of houses.
    const pathByReference = new Map<string, { path: JoinPath; ids: Set<number> }>();
    for (const change of changes) {
      if (change.type !== "update" || !this.#joinTargets.has(change.resource)) continue;
      const fields = findChangedFields(change);
      for (const path of this.#joinPaths) {
        if (path.target.name !== change.resource || !fields.has(path.targetField)) continue;
        const reference = `${path.dependent.name} ${path.viaField}`;
        const entry = pathByReference.get(reference) ?? { path, ids: new Set() };
        pathByReference.set(reference, entry);
        entry.ids.add(change.id);
      }
    }
    const affected: AffectedRows = { changes: [], resyncResources: [] };
    for (const { path, ids } of pathByReference.values()) await this.#collectDependents(path, [...ids], affected);
    return affected;
  }

  /**
   * Adds the rows that reference these ids, and the rows that display the joined field indirectly, by a nested join.
   */
  async #collectDependents(path: JoinPath, ids: readonly number[], affected: AffectedRows): Promise<void> {
    const { dependent, viaField } = path;
    const nestedPaths = this.#joinPaths.filter(
      (nested) => nested.target.name === dependent.name && dependent.joins[nested.targetField]?.via === viaField,
    );
    if (nestedPaths.length > 0) {
      const dependentIds = this.#findCachedIds(path, new Set(ids));
      for (const nested of nestedPaths) await this.#collectDependents(nested, dependentIds, affected);
    }
    const filter = { [viaField]: inArray(ids) };
    if ((await this.#store.count(dependent, filter)) > maxAffectedRows) {
      affected.resyncResources.push(dependent.name);
      return;
    }
    for await (const row of this.#store.stream(dependent, filter))
      affected.changes.push({
        resource: dependent.name,
        id: idOf(dependent, row),
        type: "update",
        before: row,
        after: row,
      });
  }

  /** Ids of cached rows that reference one of these ids. */
  #findCachedIds({ dependent, viaField }: JoinPath, ids: ReadonlySet<number>): number[] {
    const dependentIds: number[] = [];
    for (const row of this.#referenceCache.all(dependent)) {
      const id = row[viaField];
      if (typeof id === "number" && ids.has(id)) dependentIds.push(idOf(dependent, row));
    }
    return dependentIds;
  }
}

/** Whether the enricher has added the change: the row is as before, and only displays another name. */
export function isJoinedUpdate({ before, after }: RowChange): boolean {
  return before === after;
}

function findChangedFields({ before, after }: { before: Doc | null; after: Doc | null }): Set<string> {
  return new Set(Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after?.[name]));
}
