import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "./commit.ts";
import type { Mirror } from "./mirror.ts";
import { among, type Doc, type Store } from "./store.ts";
import { idOf } from "./transaction.ts";

const mostRows = 5_000;

/** One way on which a changed name reaches the rows that show it. */
interface Path {
  dependent: AnyResource;
  /** The field of the dependent that refers to `target`. */
  via: string;
  target: AnyResource;
  /** The field of `target` that is shown. */
  name: string;
}

interface Resent {
  changes: RowChange[];
  /** Resources of which too many rows show the name: whoever follows them reads again. */
  resync: string[];
}

/** Finds the rows that show a joined name which has just changed, so that they are told again with the new one. */
export class Dependents {
  readonly #paths: readonly Path[];
  readonly #shown: ReadonlySet<string>;
  readonly #store: Store;
  readonly #mirror: Mirror;

  constructor({ resources, store, mirror }: { resources: readonly AnyResource[]; store: Store; mirror: Mirror }) {
    this.#store = store;
    this.#mirror = mirror;
    this.#paths = resources.flatMap((dependent) =>
      Object.values(dependent.joined).map(({ via, target, name }) => ({ dependent, via, target, name })),
    );
    this.#shown = new Set(this.#paths.map(({ target }) => target.name));
  }

  async of(changes: readonly RowChange[]): Promise<Resent> {
    const resent: Resent = { changes: [], resync: [] };
    for (const change of changes) {
      if (change.type !== "update" || !this.#shown.has(change.resource)) continue;
      const names = changedFields(change);
      for (const path of this.#reach(change.resource, names)) await this.#collect(path, [change.id], resent);
    }
    return resent;
  }

  #reach(resource: string, names: ReadonlySet<string>): Path[] {
    const direct = this.#paths.filter((path) => path.target.name === resource && names.has(path.name));
    const seen = new Map(direct.map((path) => [`${path.dependent.name} ${path.via}`, path]));
    return [...seen.values()];
  }

  async #collect(path: Path, ids: readonly number[], resent: Resent): Promise<void> {
    const { dependent, via } = path;
    const further = this.#paths.filter(
      (next) => next.target.name === dependent.name && dependent.joined[next.name]?.via === via,
    );
    if (further.length > 0) {
      const through = this.#mirroredIds(path, new Set(ids));
      for (const next of further) await this.#collect(next, through, resent);
    }
    const filter = { [via]: among(ids) };
    if ((await this.#store.count(dependent, filter)) > mostRows) {
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

  #mirroredIds({ dependent, via }: Path, ids: ReadonlySet<number>): number[] {
    const through: number[] = [];
    for (const row of this.#mirror.all(dependent)) {
      const id = row[via];
      if (typeof id === "number" && ids.has(id)) through.push(idOf(dependent, row));
    }
    return through;
  }
}

function changedFields({ before, after }: { before: Doc | null; after: Doc | null }): Set<string> {
  return new Set(Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after?.[name]));
}
