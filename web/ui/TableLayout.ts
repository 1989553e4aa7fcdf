import type { Theme } from "../theme.ts";
import type { Column } from "./TableTypes.ts";

export interface TableLayout {
  /** `grid-template-columns` of head, rows and sums alike. */
  template: string;
  /** Below this the table scrolls sideways. */
  minWidth: string;
  /** `inset-inline-start` of each sticky column, undefined for the others. */
  offsets: readonly (string | undefined)[];
  /** How wide the row's actions are. */
  actions: string;
}

/** No track depends on content, so that rows which are grids of their own stay aligned. */
export function tableLayout<Row>({ columns, actions, theme }: LayoutInput<Row>): TableLayout {
  const { size, space } = theme;
  const last = columns.length - 1;
  const widths = columns.map((column, at) => {
    const edges = (at === 0 ? 1 : 0) + (at === last && !actions ? 1 : 0);
    return `(${column.width} * 0.5em + ${2 - edges} * ${size.cellPad} + ${edges} * ${space.xl})`;
  });
  const tracks = columns.map((column, at) =>
    column.grow ? `minmax(calc${widths[at]}, ${column.grow}fr)` : `calc${widths[at]}`,
  );
  const actionTrack = `(${actions} * ${size.inlineField}px + ${size.cellPad} + ${space.xl})`;
  if (actions) widths.push(actionTrack);
  if (actions) tracks.push(`calc${actionTrack}`);
  return {
    template: tracks.join(" "),
    minWidth: `calc(${widths.join(" + ")})`,
    actions: actions ? `calc${actionTrack}` : "0",
    offsets: columns.map((column, at) => {
      if (at > 0 && !column.sticky) return undefined;
      return at === 0 ? "0" : `calc(${widths.slice(0, at).join(" + ")})`;
    }),
  };
}

interface LayoutInput<Row> {
  columns: readonly Column<Row>[];
  actions: number;
  theme: Theme;
}
