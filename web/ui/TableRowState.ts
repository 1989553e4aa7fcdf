import type { TableLayout } from "./TableLayout.ts";
import type { Column, RowAction, RowState } from "./TableTypes.ts";

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** Counted from 1, the head being 1. */
  rowIndex: number;
  /** 2 for the rows of a group. */
  level?: number;
  /** The keyboard is on this row. */
  cursor: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  state: RowState | undefined;
  rowActions?(row: Row): readonly RowAction[];
}

/** What a row's element carries for screen readers, the keyboard and its styles. */
export function rowAttributes<Row>({ id, rowIndex, level, cursor, state }: TableRowProps<Row>) {
  return {
    id,
    "aria-rowindex": rowIndex,
    "aria-level": level,
    "data-cursor": cursor || undefined,
    "data-state": stateName(state),
    $editor: state?.editing?.name,
  };
}

/** A refusal outweighs an edit, an edit a past change. */
export function stateName(state: RowState | undefined): "refused" | "editing" | "glow" | undefined {
  if (state?.refused !== undefined) return "refused";
  if (state?.editing) return "editing";
  return state?.glow && "glow";
}

/** For `memo`: the same row, though `rowState` makes its answer anew each time. */
export function sameRow<Row>(before: TableRowProps<Row>, after: TableRowProps<Row>): boolean {
  return (
    before.row === after.row &&
    before.id === after.id &&
    before.rowIndex === after.rowIndex &&
    before.cursor === after.cursor &&
    before.columns === after.columns &&
    before.layout === after.layout &&
    before.rowActions === after.rowActions &&
    before.state?.refused === after.state?.refused &&
    before.state?.glow?.at === after.state?.glow?.at &&
    before.state?.glow?.by === after.state?.glow?.by &&
    before.state?.editing?.name === after.state?.editing?.name
  );
}
