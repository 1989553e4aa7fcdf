import type { Derivation } from "../../shared/derivation.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { type Doc, type Filter, idOf, type RowChange, where } from "./store.ts";

/** The resources that store the rows: the sources of a derived resource, otherwise the resource itself. */
export function sourcesOf(resource: AnyResource): readonly AnyResource[] {
  return resource.derivedFrom?.map(({ source }) => source) ?? [resource];
}

/** The derivation that computes the derived row with this id. `derivations` are in the order of their `idOffset`. */
export function derivationOf(derivations: readonly Derivation[], id: number): Derivation | undefined {
  return derivations.findLast(({ idOffset }) => id > idOffset);
}

/** The filter for the rows of the source that have a derived row. */
export function buildConditionFilter({ conditions }: Derivation): Filter {
  const filters = Object.entries(conditions).map(([field, condition]) => {
    if (typeof condition !== "boolean") return [field, where({ $in: [...condition] })];
    return [field, condition ? where({ $ne: null }) : null];
  });
  return Object.fromEntries(filters);
}

/** The derived row of a source row; null if it has none. */
export function deriveRow({ conditions, toRow }: Derivation, row: Doc): Doc | null {
  const hasDerivedRow = Object.entries(conditions).every(([field, condition]) => {
    const value = row[field] ?? null;
    return typeof condition === "boolean" ? (value !== null) === condition : condition.some((each) => each === value);
  });
  return hasDerivedRow ? toRow(row) : null;
}

/** A deriver for each source of each derived resource. */
export function createChangeDerivers(resources: readonly AnyResource[]): ChangeDeriver[] {
  return resources.flatMap((resource) =>
    (resource.derivedFrom ?? []).map((derivation) => new ChangeDeriver(resource, derivation)),
  );
}

/** Derives the changes of a derived resource from those of its source. */
export class ChangeDeriver {
  readonly #resource: AnyResource;
  readonly #derivation: Derivation;
  /** Derived rows by source row: each is created once, so that it is also serialized once. */
  readonly #rows = new WeakMap<Doc, Doc>();

  constructor(resource: AnyResource, derivation: Derivation) {
    this.#resource = resource;
    this.#derivation = derivation;
  }

  get resourceName(): string {
    return this.#resource.name;
  }

  /** The name of the source resource. */
  get sourceName(): string {
    return this.#derivation.source.name;
  }

  /** The change of the derived row; undefined if there is no such row before or after it. */
  derive({ before, after }: RowChange): RowChange | undefined {
    const [derivedBefore, derivedAfter] = [this.#deriveRow(before), this.#deriveRow(after)];
    const row = derivedAfter ?? derivedBefore;
    if (!row) return undefined;
    return {
      resource: this.#resource.name,
      id: idOf(this.#resource, row),
      type: derivedAfter === null ? "delete" : derivedBefore === null ? "insert" : "update",
      before: derivedBefore,
      after: derivedAfter,
    };
  }

  #deriveRow(row: Doc | null): Doc | null {
    if (row === null) return null;
    const cached = this.#rows.get(row);
    if (cached) return cached;
    const derived = deriveRow(this.#derivation, row);
    if (derived) this.#rows.set(row, derived);
    return derived;
  }
}
