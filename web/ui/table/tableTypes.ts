import type { ReactNode } from "react";
import type { SpreadsheetCell } from "../../../shared/documents/spreadsheet.ts";
import type { IconName } from "../icon/Icon.tsx";

/** Controls inside a cell take this `tabIndex`: only those of the cursor's row are tab stops. */
export interface CellFocus {
  tabIndex: 0 | -1;
}

/** Where a column goes on a card: first line strong, first line grey, second line, amount, full-height cell at the end. */
export type MobileSlot = "title" | "sub" | "meta" | "amount" | "action" | "hidden";

/** Methods, not function properties: one row component then serves every kind of row. Keep the array stable between renders. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Room in figures, half an em each, the cell's padding not counted. */
  width: number;
  /** Share of the spare width; without it the column keeps `width`. */
  grow?: number;
  align?: "start" | "center" | "end";
  render(row: Row, focus: CellFocus): ReactNode;
  /** Makes the column sortable here: text in natural order, nothing last. */
  sortValue?(row: Row): string | number | null | undefined;
  /** What an exported file holds; without it `sortValue`, and without both the column stays on the screen. */
  exportValue?(row: Row): SpreadsheetCell;
  /** Offers sorting without `sortValue`: the parent hands the rows in order. */
  sortable?: boolean;
  /** Stays while the others scroll sideways; sticky columns stand first and do not grow. */
  sticky?: boolean;
  /** Says who changed or edits the row, instead of its own content. */
  showsRowState?: boolean;
  mobileSlot?: MobileSlot;
  renderMobile?(row: Row, focus: CellFocus): ReactNode;
}

export interface RowState {
  /** Changed by someone; `at` in ms since 1970. The parent takes it away when the glow is over. */
  highlight?: { by: string; at: number };
  /** The server's reason, in the row. */
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

/** A cell of a group's row: starts at a column and may run over its neighbours. */
export interface GroupCell {
  column: string;
  span?: number;
  align?: "start" | "center" | "end";
  mobileSlot?: "title" | "meta" | "amount" | "hidden";
  content: ReactNode;
}

/** What both kinds of table share. */
export interface BaseTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** "Field" or "-Field". */
  sort?: string;
  onSort?(sort: string): void;
  rowState?(row: Row): RowState | undefined;
  onOpen?(row: Row): void;
  onSpace?(row: Row): void;
  rowActions?(row: Row): readonly RowAction[];
  /** Room for that many icons; 2 unless told. */
  maxActions?: number;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  loading?: boolean;
  /** Cells by column key, closed by the double rule. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** The bar below: counts, sums in words, keys. */
  footer?: ReactNode;
  /** Spoken politely when it changes. */
  announcement?: string;
}
