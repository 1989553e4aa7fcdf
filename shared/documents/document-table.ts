/** A table of a document as its reader sees it: texts only. */
export interface DocumentTable {
  columns: readonly DocumentColumn[];
  rows: readonly DocumentRow[];
}

export interface DocumentColumn {
  title: string;
  /** Share of the width. */
  widthShare: number;
  /** Figures, which stand at the end of their cell. */
  isNumeric?: boolean;
}

export interface DocumentRow {
  cells: readonly string[];
  /** A sum, closed by the double rule. */
  isTotal?: boolean;
}

/** A label and its value. */
export interface LabeledValue {
  label: string;
  value: string;
}

export const dash = "–";
