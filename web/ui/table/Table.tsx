import { useCallback, useDeferredValue, useMemo } from "react";
import styled, { css, useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
import type { BaseTableProps, RowState } from "./tableTypes.ts";
import { type RowPlacement, VirtualTable } from "./VirtualTable.tsx";

interface TableProps<Row> extends BaseTableProps<Row> {
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/**
 * A virtualized table; shown as cards on phones. A row renders again only when its object changes: replace rows, never
 * mutate them, and keep `columns` and `rowActions` stable between renders.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, rowKey, columns, sort, rowState, rowActions } = props;
  const { size } = useTheme();
  const isMobile = useIsMobile();
  // The head shows the new order at once; a long list takes longer to be sorted.
  const deferredSort = useDeferredValue(sort);
  const items = useMemo(() => sortRows({ rows, columns, sort: deferredSort }), [rows, columns, deferredSort]);
  const keyOf = useEvent(rowKey);
  const heightOf = useCallback(() => (isMobile ? size.mobileRow : size.row), [size, isMobile]);

  function renderItem(row: Row, placement: RowPlacement<Row>, state: RowState | undefined) {
    const RowComponent = isMobile ? TableCard : TableRow;
    return <RowComponent key={rowKey(row)} row={row} state={state} rowActions={rowActions} {...placement} />;
  }

  return (
    <VirtualTable
      {...props}
      role="grid"
      items={items}
      keyOf={keyOf}
      heightOf={heightOf}
      stateOf={(row) => rowState?.(row)}
      renderItem={renderItem}
      onItemOpen={(row) => props.onOpen?.(row)}
      onItemSpace={(row) => props.onSpace?.(row)}
    />
  );
}

/** Around a table in a dialog or report: as high as its rows, up to a maximum, beyond which it scrolls. */
export const TableFrame = styled.div`
  ${({ theme }) => css`
    display: flex;
    max-block-size: ${theme.size.innerListHeight}px;
    border-block: 1px solid ${theme.color.border};
  `}
`;
