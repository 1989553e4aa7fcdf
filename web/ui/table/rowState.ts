import type { TableLayout } from "./tableLayout.ts";
import type { Column, RowAction, RowState } from "./tableTypes.ts";

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** Counted from 1, the head being 1. */
  rowIndex: number;
  /** 2 for the rows of a group. */
  level?: number;
  /** The keyboard is on this row. */
  hasCursor: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  state: RowState | undefined;
  rowActions?(row: Row): readonly RowAction[];
}

/** What a row's element carries for screen readers, the keyboard and its styles. */
export function rowAttributes<Row>({ id, rowIndex, level, hasCursor, state }: TableRowProps<Row>) {
  return {
    id,
    "aria-rowindex": rowIndex,
    "aria-level": level,
    "data-cursor": hasCursor || undefined,
    "data-state": rowStateName(state),
    $editor: state?.editing?.name,
  };
}

/** A refusal outweighs an edit, an edit a past change. */
export function rowStateName(state: RowState | undefined): "refused" | "editing" | "glow" | undefined {
  if (state?.error !== undefined) return "refused";
  if (state?.editing) return "editing";
  return state?.highlight && "glow";
}

/** For `memo`: the same row, though `rowState` makes its answer anew each time. */
export function areRowPropsEqual<Row>(before: TableRowProps<Row>, after: TableRowProps<Row>): boolean {
  return (
    before.row === after.row &&
    before.id === after.id &&
    before.rowIndex === after.rowIndex &&
    before.hasCursor === after.hasCursor &&
    before.columns === after.columns &&
    before.layout === after.layout &&
    before.rowActions === after.rowActions &&
    before.state?.error === after.state?.error &&
    before.state?.highlight?.at === after.state?.highlight?.at &&
    before.state?.highlight?.by === after.state?.highlight?.by &&
    before.state?.editing?.name === after.state?.editing?.name
  );
}
