import { useCallback, useMemo } from "react";
import { useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
import type { BaseTableProps } from "./tableTypes.ts";
import { type RowPlacement, VirtualTable } from "./VirtualTable.tsx";

interface TableProps<Row> extends BaseTableProps<Row> {
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/**
 * A list of any length, cards on the phone. Only rows in sight stand in the page, and a row is drawn again only
 * when it is another object: replace rows, never change them; keep `columns` and `rowActions` stable.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, rowKey, columns, sort, rowState, rowActions } = props;
  const { row: line, mobileRow: card } = useTheme().size;
  const items = useMemo(() => sortRows({ rows, columns, sort }), [rows, columns, sort]);
  const keyOf = useEvent(rowKey);
  const sizeOf = useCallback((_: Row, phone: boolean) => (phone ? card : line), [card, line]);

  function renderItem(row: Row, { isMobile, ...place }: RowPlacement) {
    const Line = isMobile ? TableCard : TableRow;
    return (
      <Line key={rowKey(row)} row={row} columns={columns} state={rowState?.(row)} rowActions={rowActions} {...place} />
    );
  }

  return (
    <VirtualTable
      {...props}
      role="grid"
      items={items}
      keyOf={keyOf}
      heightOf={sizeOf}
      renderItem={renderItem}
      onItemOpen={(row) => props.onOpen?.(row)}
      onItemSpace={(row) => props.onSpace?.(row)}
    />
  );
}
