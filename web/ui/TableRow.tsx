import { memo, type ReactNode } from "react";
import { TableActions } from "./TableActions.tsx";
import { TableNote } from "./TableNote.tsx";
import { rowAttributes, sameRow, stateName, type TableRowProps } from "./TableRowState.ts";
import { Cell, EndNote, RowLine } from "./TableStyle.ts";
import type { CellFocus } from "./TableTypes.ts";
import { useGlow } from "./useGlow.ts";

/** Drawn again only when its own row, state or place changes. */
export const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(Line, sameRow);

function Line<Row>(props: TableRowProps<Row>) {
  const { row, columns, layout, cursor, state, rowActions } = props;
  const ref = useGlow<HTMLDivElement>(state?.glow?.at);
  const focus: CellFocus = { tabIndex: cursor ? 0 : -1 };
  const note = state && stateName(state) ? <TableNote state={state} /> : undefined;
  const atEnd = note && !columns.some((column) => column.noteCell);
  return (
    <RowLine ref={ref} {...rowAttributes(props)}>
      {columns.map((column, at) => (
        <Cell key={column.key} $align={column.align} $offset={layout.offsets[at]}>
          {(column.noteCell && note) || column.render(row, focus)}
          {atEnd && at === columns.length - 1 && <EndNote $end={layout.actions}>{note}</EndNote>}
        </Cell>
      ))}
      {rowActions && (
        <Cell $align="end">
          <TableActions actions={rowActions(row)} focus={focus} />
        </Cell>
      )}
    </RowLine>
  );
}
