/**
 * Records of one resource as columns: what is equal in all records stands once in `common`; the other values are in
 * `rows`, in the order of `fields`.
 */
export interface Columns {
  common: Readonly<Record<string, unknown>>;
  fields: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** The records. */
export function decodeColumns({ common, fields, rows }: Columns): Record<string, unknown>[] {
  return rows.map((row) => {
    const record: Record<string, unknown> = { ...common };
    for (const [index, field] of fields.entries()) record[field] = row[index];
    return record;
  });
}
