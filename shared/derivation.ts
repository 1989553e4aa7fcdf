import type { AnyResource, Resource, StoredRow } from "./registry.ts";

/**
 * One source of a derived resource, which is computed from the rows of one or more others. A derived resource stores
 * nothing and is read-only.
 */
export interface Derivation<DerivedRow = StoredRow> {
  source: AnyResource;
  /**
   * A derived row has the id of its source row plus this number. The sources are in ascending order of their offsets,
   * and each offset exceeds all derived ids of the sources before it.
   */
  idOffset: number;
  /** Limits the source rows by field: to rows with a value (true), with null (false), or with one of these values. */
  conditions: Readonly<Record<string, boolean | readonly string[]>>;
  /**
   * Field or list parameter of the derived resource → field or list parameter of the source, by which lists are
   * filtered and sorted. Live events are filtered by the derived record instead. Without an entry, a filter applies to
   * the field or parameter of the same name, and no row of this source matches it if there is none. A list can be
   * sorted only by a field that has an entry or is constant in every source.
   */
  fieldMap: Readonly<Record<string, string>>;
  /** Fields with the same value in all rows of this source. */
  constants: Readonly<Record<string, string | null>>;
  toRow(row: Readonly<Record<string, unknown>>): DerivedRow;
}

/** Declares a source of a derived resource: how its rows are computed from those of `source`. */
export function deriveFrom<Source extends StoredRow, DerivedRow extends StoredRow>(
  source: Resource<Source>,
  declaration: Pick<Derivation, "fieldMap"> &
    Partial<Pick<Derivation, "idOffset" | "conditions" | "constants">> & { toRow: (row: Source) => DerivedRow },
): Derivation<DerivedRow>;
export function deriveFrom(
  source: AnyResource,
  declaration: Pick<Derivation, "fieldMap" | "toRow"> & Partial<Derivation>,
): Derivation {
  return { idOffset: 0, conditions: {}, constants: {}, ...declaration, source };
}
