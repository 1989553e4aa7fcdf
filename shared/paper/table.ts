/** A table of a document as its reader sees it: texts only. */
export interface PaperTable {
  columns: readonly PaperColumn[];
  rows: readonly PaperRow[];
}

export interface PaperColumn {
  title: string;
  /** Share of the width. */
  share: number;
  /** Figures, which stand at the end of their cell. */
  figure?: boolean;
}

export interface PaperRow {
  cells: readonly string[];
  /** A sum, closed by the double rule. */
  closing?: boolean;
}

/** A label and its value. */
export interface PaperFact {
  label: string;
  value: string;
}

export const dash = "–";
