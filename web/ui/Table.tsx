import { useCallback, useMemo } from "react";
import { useTheme } from "styled-components";
import { TableCard } from "./TableCard.tsx";
import { type Place, TableFrame } from "./TableFrame.tsx";
import { TableRow } from "./TableRow.tsx";
import { sortRows } from "./TableSort.ts";
import type { TableParts } from "./TableTypes.ts";
import { useHandler } from "./useHandler.ts";

interface TableProps<Row> extends TableParts<Row> {
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/**
 * A list of any length, cards on the phone. Only rows in sight stand in the page, and a row is drawn again only
 * when it is another object: replace rows, never change them; keep `columns` and `rowActions` stable.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, rowKey, columns, sort, rowState, rowActions } = props;
  const { row: line, phoneTick: card } = useTheme().size;
  const items = useMemo(() => sortRows({ rows, columns, sort }), [rows, columns, sort]);
  const keyOf = useHandler(rowKey);
  const sizeOf = useCallback((_: Row, phone: boolean) => (phone ? card : line), [card, line]);

  function renderItem(row: Row, { phone, ...place }: Place) {
    const Line = phone ? TableCard : TableRow;
    return (
      <Line key={rowKey(row)} row={row} columns={columns} state={rowState?.(row)} rowActions={rowActions} {...place} />
    );
  }

  return (
    <TableFrame
      {...props}
      role="grid"
      items={items}
      keyOf={keyOf}
      sizeOf={sizeOf}
      renderItem={renderItem}
      onItemOpen={(row) => props.onOpen?.(row)}
      onItemSpace={(row) => props.onSpace?.(row)}
    />
  );
}
