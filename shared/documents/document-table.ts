/** A table of a document, already translated and formatted. PDFs and screens show the same table. */
export interface DocumentTable {
  columns: readonly DocumentColumn[];
  rows: readonly DocumentRow[];
}

export interface DocumentColumn {
  title: string;
  /** Width relative to the other columns. */
  widthShare: number;
  /** Numbers, aligned at the end of the cell. */
  isNumeric?: boolean;
}

export interface DocumentRow {
  cells: readonly string[];
  /** A total row: bold, with a double rule below. */
  isTotal?: boolean;
}

export interface LabeledValue {
  label: string;
  value: string;
}

/** Stands for an empty value. */
export const dash = "–";
