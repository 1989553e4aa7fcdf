import { memo, type ReactNode } from "react";
import { RowActions } from "./RowActions.tsx";
import { RowStateLabel } from "./RowStateLabel.tsx";
import { areRowPropsEqual, rowAttributes, rowStateName, type TableRowProps } from "./rowState.ts";
import { Cell, EndOfRowLabel, RowBox } from "./tableStyles.ts";
import type { CellFocus } from "./tableTypes.ts";
import { useHighlight } from "./useHighlight.ts";

/** Drawn again only when its own row, state or place changes. */
export const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(RowContent, areRowPropsEqual);

function RowContent<Row>(props: TableRowProps<Row>) {
  const { row, columns, layout, hasCursor, state, rowActions } = props;
  const ref = useHighlight<HTMLDivElement>(state?.highlight?.at);
  const focus: CellFocus = { tabIndex: hasCursor ? 0 : -1 };
  const note = state && rowStateName(state) ? <RowStateLabel state={state} /> : undefined;
  const atEnd = note && !columns.some((column) => column.showsRowState);
  return (
    <RowBox ref={ref} {...rowAttributes(props)}>
      {columns.map((column, at) => (
        <Cell key={column.key} $align={column.align} $offset={layout.offsets[at]}>
          {(column.showsRowState && note) || column.render(row, focus)}
          {atEnd && at === columns.length - 1 && <EndOfRowLabel $end={layout.actionsWidth}>{note}</EndOfRowLabel>}
        </Cell>
      ))}
      {rowActions && (
        <Cell $align="end">
          <RowActions actions={rowActions(row)} focus={focus} />
        </Cell>
      )}
    </RowBox>
  );
}
