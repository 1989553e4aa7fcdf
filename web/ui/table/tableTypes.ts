import type { ReactNode } from "react";
import type { IconName } from "../icon/Icon.tsx";

/** Spread on the controls inside cells, so that only those of the active row are tab stops. */
export interface CellFocus {
  tabIndex: 0 | -1;
}

/**
 * Position on a card: `title` and `sub` on line 1, `meta` on line 2, `amount` and `action` in full-height cells at the
 * end.
 */
export type MobileSlot = "title" | "sub" | "meta" | "amount" | "action" | "hidden";

/** A column of a table. Keep the array of columns stable between renders. */
export interface Column<Row> {
  key: string;
  title: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** In digits (0.5 em each), without padding. */
  width: number;
  /** Share of the spare width. */
  grow?: number;
  align?: "start" | "center" | "end";
  render(row: Row, focus: CellFocus): ReactNode;
  /** Makes the column sortable: text in natural order, empty values last. */
  sortValue?(row: Row): string | number | null | undefined;
  /** Value in exported files, `sortValue` by default; a column without both is not exported. */
  exportValue?(row: Row): ExportValue;
  /**
   * Stays visible during horizontal scrolling, as the first column always does. Sticky columns must be the first ones
   * and must not grow.
   */
  sticky?: boolean;
  /** Left out where the table is too wide for its place, 1 first. Exported files keep it. */
  dropOrder?: number;
  /** The column shows the RowState, if there is one, instead of its content. */
  showsRowState?: boolean;
  /** Without one, as with `hidden`, the column is not on the card. */
  mobileSlot?: MobileSlot;
  renderMobile?(row: Row, focus: CellFocus): ReactNode;
}

/** A cell of an exported file: `day` (`YYYY-MM-DD`) is written as a date, `rupees` as a number with two decimals. */
type ExportValue = string | number | { readonly day: string } | { readonly rupees: number } | null | undefined;

/** Who edits a row or has just changed it, or why a change failed; shown as label and colour. */
export interface RowState {
  /**
   * Who has just changed the row, and when the highlight started, in ms since 1970. Rows that changed together share
   * one object, so that a list highlights only the first of them.
   */
  highlight?: { by: string; startedAt: number };
  error?: string;
  editing?: { name: string };
}

/** A button of a row. */
export interface RowAction {
  key: string;
  label: string;
  icon: IconName;
  danger?: boolean;
  /** Shows a spinner and ignores presses. */
  busy?: boolean;
  onPress(): void;
}

/** A cell of a group row, which may cover several columns. */
export interface GroupCell {
  /** Key of the first column that the cell covers. */
  column: string;
  span?: number;
  align?: "start" | "center" | "end";
  mobileSlot?: "title" | "meta" | "amount" | "hidden";
  content: ReactNode;
}

/** Props of Table and GroupedTable. */
export interface BaseTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Key of a column, with "-" in front for descending. */
  sort?: string;
  onSort?(sort: string): void;
  rowState?(row: Row): RowState | undefined;
  /** Called by Enter or a double click on a row; on phones by a tap. */
  onOpen?(row: Row): void;
  /** Called by the Space key on the row with the cursor. */
  onSpace?(row: Row): void;
  rowActions?(row: Row): readonly RowAction[];
  /** Number of icon buttons that fit the column of row actions; 2 by default. */
  maxActions?: number;
  /** Column titles may take two lines. */
  hasTallHead?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  loading?: boolean;
  /** Cells of the totals row by column key. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** Content of the bar below the rows: counts, sums, keyboard hints. */
  footer?: ReactNode;
  /** The key of a row to scroll to, for example of a new record. A new object scrolls again. */
  revealed?: { key: string } | undefined;
  /** Announced to screen readers when it changes. */
  announcement?: string;
}
