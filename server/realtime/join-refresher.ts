import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "../commits/commit.ts";
import { idOf } from "../commits/transaction.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Doc, inArray, type Store } from "../database/store.ts";

const maxRefreshedRows = 5_000;

/** One way on which a changed name reaches the rows that show it. */
interface JoinPath {
  dependent: AnyResource;
  /** The field of the dependent that refers to `target`. */
  via: string;
  target: AnyResource;
  /** The field of `target` that is shown. */
  name: string;
}

interface RefreshResult {
  changes: RowChange[];
  /** Resources of which too many rows show the name: whoever follows them reads again. */
  resync: string[];
}

/** Finds the rows that show a joined name which has just changed, so that they are told again with the new one. */
export class JoinRefresher {
  readonly #joinPaths: readonly JoinPath[];
  readonly #targetNames: ReadonlySet<string>;
  readonly #store: Store;
  readonly #referenceCache: ReferenceCache;

  constructor({
    resources,
    store,
    referenceCache,
  }: { resources: readonly AnyResource[]; store: Store; referenceCache: ReferenceCache }) {
    this.#store = store;
    this.#referenceCache = referenceCache;
    this.#joinPaths = resources.flatMap((dependent) =>
      Object.values(dependent.joins).map(({ via, target, name }) => ({ dependent, via, target, name })),
    );
    this.#targetNames = new Set(this.#joinPaths.map(({ target }) => target.name));
  }

  async findAffected(changes: readonly RowChange[]): Promise<RefreshResult> {
    const resent: RefreshResult = { changes: [], resync: [] };
    for (const change of changes) {
      if (change.type !== "update" || !this.#targetNames.has(change.resource)) continue;
      const names = changedFields(change);
      for (const path of this.#pathsFor(change.resource, names)) await this.#collect(path, [change.id], resent);
    }
    return resent;
  }

  #pathsFor(resource: string, names: ReadonlySet<string>): JoinPath[] {
    const direct = this.#joinPaths.filter((path) => path.target.name === resource && names.has(path.name));
    const seen = new Map(direct.map((path) => [`${path.dependent.name} ${path.via}`, path]));
    return [...seen.values()];
  }

  async #collect(path: JoinPath, ids: readonly number[], resent: RefreshResult): Promise<void> {
    const { dependent, via } = path;
    const further = this.#joinPaths.filter(
      (next) => next.target.name === dependent.name && dependent.joins[next.name]?.via === via,
    );
    if (further.length > 0) {
      const through = this.#cachedIds(path, new Set(ids));
      for (const next of further) await this.#collect(next, through, resent);
    }
    const filter = { [via]: inArray(ids) };
    if ((await this.#store.count(dependent, filter)) > maxRefreshedRows) {
      resent.resync.push(dependent.name);
      return;
    }
    for await (const row of this.#store.stream(dependent, filter))
      resent.changes.push({
        resource: dependent.name,
        id: idOf(dependent, row),
        type: "update",
        before: row,
        after: row,
      });
  }

  #cachedIds({ dependent, via }: JoinPath, ids: ReadonlySet<number>): number[] {
    const through: number[] = [];
    for (const row of this.#referenceCache.all(dependent)) {
      const id = row[via];
      if (typeof id === "number" && ids.has(id)) through.push(idOf(dependent, row));
    }
    return through;
  }
}

function changedFields({ before, after }: { before: Doc | null; after: Doc | null }): Set<string> {
  return new Set(Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after?.[name]));
}
