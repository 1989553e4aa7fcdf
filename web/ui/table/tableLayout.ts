import type { Theme } from "../theme/theme.ts";
import type { Column } from "./tableTypes.ts";

export interface TableLayout {
  /** `grid-template-columns` of head, rows and sums alike. */
  gridTemplate: string;
  /** Below this the table scrolls sideways. */
  minWidth: string;
  /** `inset-inline-start` of each sticky column, undefined for the others. */
  offsets: readonly (string | undefined)[];
  /** How wide the row's actions are. */
  actionsWidth: string;
}

/** No track depends on content, so that rows which are grids of their own stay aligned. */
export function computeTableLayout<Row>({ columns, actionCount, theme }: LayoutInput<Row>): TableLayout {
  const { size, space } = theme;
  const last = columns.length - 1;
  const widths = columns.map((column, at) => {
    const edges = (at === 0 ? 1 : 0) + (at === last && !actionCount ? 1 : 0);
    return `(${column.width} * 0.5em + ${2 - edges} * ${size.cellPadding} + ${edges} * ${space.xl})`;
  });
  const tracks = columns.map((column, at) =>
    column.grow ? `minmax(calc${widths[at]}, ${column.grow}fr)` : `calc${widths[at]}`,
  );
  const actionTrack = `(${actionCount} * ${size.inlineField}px + ${size.cellPadding} + ${space.xl})`;
  if (actionCount) widths.push(actionTrack);
  if (actionCount) tracks.push(`calc${actionTrack}`);
  return {
    gridTemplate: tracks.join(" "),
    minWidth: `calc(${widths.join(" + ")})`,
    actionsWidth: actionCount ? `calc${actionTrack}` : "0",
    offsets: columns.map((column, at) => {
      if (at > 0 && !column.sticky) return undefined;
      return at === 0 ? "0" : `calc(${widths.slice(0, at).join(" + ")})`;
    }),
  };
}

interface LayoutInput<Row> {
  columns: readonly Column<Row>[];
  actionCount: number;
  theme: Theme;
}
