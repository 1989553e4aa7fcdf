/** From this number of rows of one resource on, changes are stored and sent as columns instead of one by one. */
export const minColumnRows = 10;

/** The media type of a list as columns, which clients ask for in `Accept`. */
export const columnsMediaType = "application/vnd.portal.columns+json";

/**
 * Records of one resource as columns. `common` has the values that all records share. `rows` has the other values of
 * each record, in the order of `fields`, the id first. A record that lacks a field is a whole object in `rows`.
 */
export interface Columns {
  common: Readonly<Record<string, unknown>>;
  fields: readonly string[];
  rows: readonly (readonly unknown[] | Readonly<Record<string, unknown>>)[];
}

/**
 * The records of the columns, in the order of `rows`. A row that is a whole object is returned as it is.
 */
export function decodeColumns({ common, fields, rows }: Columns): Readonly<Record<string, unknown>>[] {
  // Copies of a template with all fields share one hidden class. Adding the fields to each record is twenty times
  // slower.
  const template = { ...Object.fromEntries(fields.map((field) => [field, null])), ...common };
  return rows.map((row) => {
    if (!isArray(row)) return row;
    const record: Record<string, unknown> = { ...template };
    for (let index = 0; index < fields.length; index++) record[fields[index] ?? ""] = row[index];
    return record;
  });
}

/** `Array.isArray`, which does not narrow readonly arrays. */
function isArray(row: Columns["rows"][number]): row is readonly unknown[] {
  return Array.isArray(row);
}
