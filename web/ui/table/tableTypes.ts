import type { ReactNode } from "react";
import type { IconName } from "../icon/Icon.tsx";

/** Spread on controls inside cells: only those of the row with the cursor are tab stops. */
export interface CellFocus {
  tabIndex: 0 | -1;
}

/** Place on a card: title and sub share the first line, meta is the second, action a full-height cell at the end. */
export type MobileSlot = "title" | "sub" | "meta" | "amount" | "action" | "hidden";

/** Keep the array of columns stable between renders. */
export interface Column<Row> {
  key: string;
  title: string;
  /** In digits of 0.5 em, without padding. */
  width: number;
  /** Share of the spare width. */
  grow?: number;
  align?: "start" | "center" | "end";
  render(row: Row, focus: CellFocus): ReactNode;
  /** Makes the column sortable: text in natural order, empty values last. */
  sortValue?(row: Row): string | number | null | undefined;
  /** Value in exported files, `sortValue` by default; a column without both is not exported. */
  exportValue?(row: Row): ExportValue;
  /** Sortable although it has no `sortValue`: the parent sorts the rows. */
  sortable?: boolean;
  /** Stays visible while the others scroll horizontally. Sticky columns are the first ones and do not grow. */
  sticky?: boolean;
  /** Shows the RowState, if there is one, instead of its content. */
  showsRowState?: boolean;
  mobileSlot?: MobileSlot;
  renderMobile?(row: Row, focus: CellFocus): ReactNode;
}

/** A day `YYYY-MM-DD` becomes a date, rupees a number with two decimals. */
export type ExportValue = string | number | { readonly day: string } | { readonly rupees: number } | null | undefined;

export interface RowState {
  /** Recently changed; `at` in ms since 1970. */
  highlight?: { by: string; at: number };
  /** Why a change failed. */
  error?: string;
  editing?: { name: string };
}

export interface RowAction {
  key: string;
  label: string;
  icon: IconName;
  danger?: boolean;
  disabled?: boolean;
  onPress(): void;
}

/** A cell of a group row. */
export interface GroupCell {
  /** Key of the column it starts at. */
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
  onOpen?(row: Row): void;
  onSpace?(row: Row): void;
  rowActions?(row: Row): readonly RowAction[];
  /** Number of icons the column of actions has room for; 2 by default. */
  maxActions?: number;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  loading?: boolean;
  /** Cells of the totals row by column key. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** The bar below: counts, sums, keyboard hints. */
  footer?: ReactNode;
  /** Announced to screen readers when it changes. */
  announcement?: string;
}
