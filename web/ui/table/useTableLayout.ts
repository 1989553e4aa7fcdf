import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { useTheme } from "styled-components";
import type { Theme } from "../theme/theme.ts";
import type { Column } from "./tableTypes.ts";

export interface TableLayout<Row> {
  /** The columns that are shown. */
  columns: readonly Column<Row>[];
  /** `grid-template-columns` of the head, the rows and the totals. */
  gridTemplate: string;
  /** Width in pixels below which the table scrolls horizontally. */
  minWidth: number;
  /** `inset-inline-start` of each sticky column and of the first one; undefined for the others. */
  stickyOffsets: readonly (string | undefined)[];
  /** Width of the column of row actions. */
  actionsWidth: string;
  cellPadding: string;
}

interface TableLayoutInput<Row> {
  /** The element of the table. */
  scroller: RefObject<HTMLElement | null>;
  columns: readonly Column<Row>[];
  maxActionCount: number;
  isMobile: boolean;
}

/** Where the table does not fit, its paddings shrink, then columns with a `dropOrder` are left out, then it scrolls. */
export function useTableLayout<Row>({ scroller, columns, maxActionCount, isMobile }: TableLayoutInput<Row>) {
  const theme = useTheme();
  const layouts = useMemo(
    () => buildLayouts({ columns, maxActionCount, theme, isMobile }),
    [columns, maxActionCount, theme, isMobile],
  );
  const [index, setIndex] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    function chooseLayout(): void {
      if (!element) return;
      const firstFitting = layouts.findIndex(({ minWidth }) => minWidth <= element.clientWidth);
      setIndex(firstFitting < 0 ? layouts.length - 1 : firstFitting);
    }
    chooseLayout();
    const observer = new ResizeObserver(chooseLayout);
    observer.observe(element);
    return () => observer.disconnect();
  }, [layouts, scroller]);
  return layouts[index] ?? layouts[0];
}

interface LayoutsInput<Row> extends Omit<TableLayoutInput<Row>, "scroller"> {
  theme: Theme;
}

/** From the widest to the narrowest. */
function buildLayouts<Row>(input: LayoutsInput<Row>): readonly [TableLayout<Row>, ...TableLayout<Row>[]] {
  const { columns, isMobile, theme } = input;
  const { cellPadding, cellPaddingCompact } = theme.size;
  const full = buildLayout(columns, { ...input, cellPadding });
  if (isMobile) return [full];
  const dropOrders = columns.flatMap(({ dropOrder }) => dropOrder ?? []).sort((a, b) => a - b);
  return [
    full,
    ...[0, ...dropOrders].map((dropped) => {
      const kept = columns.filter(({ dropOrder = Number.POSITIVE_INFINITY }) => dropOrder > dropped);
      return buildLayout(kept, { ...input, cellPadding: cellPaddingCompact });
    }),
  ];
}

interface LayoutOptions {
  maxActionCount: number;
  theme: Theme;
  cellPadding: string;
}

/** Column widths that do not depend on the content, because each row is a grid of its own and all must align. */
function buildLayout<Row>(columns: readonly Column<Row>[], options: LayoutOptions): TableLayout<Row> {
  const { maxActionCount, theme, cellPadding } = options;
  const digitWidth = Number.parseFloat(theme.textSize.desktop) / 2;
  const padding = Number.parseFloat(cellPadding);
  // A cell at an edge of the table has the larger padding there.
  const extraAtEdge = Number.parseFloat(theme.space.xl) - padding;
  const lastIndex = columns.length - 1;
  const widths = columns.map(({ width }, index) => {
    const edgeCount = (index === 0 ? 1 : 0) + (index === lastIndex && !maxActionCount ? 1 : 0);
    return width * digitWidth + 2 * padding + edgeCount * extraAtEdge;
  });
  const actionsWidth = maxActionCount ? maxActionCount * theme.size.smallControl + 2 * padding + extraAtEdge : 0;
  const tracks = columns.map(({ grow }, index) =>
    grow ? `minmax(${widths[index]}px, ${grow}fr)` : `${widths[index]}px`,
  );
  return {
    columns,
    gridTemplate: [...tracks, ...(maxActionCount ? [`${actionsWidth}px`] : [])].join(" "),
    minWidth: sum(widths) + actionsWidth,
    actionsWidth: `${actionsWidth}px`,
    stickyOffsets: columns.map(({ sticky }, index) =>
      index > 0 && !sticky ? undefined : `${sum(widths.slice(0, index))}px`,
    ),
    cellPadding,
  };
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
