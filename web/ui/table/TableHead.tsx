import styled from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { VisuallyHidden } from "../text/VisuallyHidden.ts";
import { typography } from "../theme/theme.ts";
import { parseSort } from "./sortRows.ts";
import type { TableLayout } from "./tableLayout.ts";
import { HeadCell, HeadRow } from "./tableStyles.ts";
import type { Column } from "./tableTypes.ts";

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  layout: TableLayout;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** Title of the actions' column, when there is one. */
  actions: string | undefined;
}

export function TableHead<Row>({ columns, layout, sort, onSort, actions }: TableHeadProps<Row>) {
  const { key, descending } = parseSort(sort);
  return (
    <HeadRow>
      {columns.map((column, at) => {
        const sorted = column.key === key;
        const sortable = onSort && (column.sortable || column.sortValue);
        return (
          <HeadCell
            key={column.key}
            $align={column.align}
            $offset={layout.offsets[at]}
            aria-sort={sorted ? (descending ? "descending" : "ascending") : undefined}
          >
            {sortable ? (
              <SortButton type="button" onClick={() => onSort(sorted && !descending ? `-${column.key}` : column.key)}>
                {column.title}
                {sorted && <Icon name={descending ? "arrow-down" : "arrow-up"} />}
              </SortButton>
            ) : (
              column.title
            )}
          </HeadCell>
        );
      })}
      {actions !== undefined && (
        <HeadCell>
          <VisuallyHidden>{actions}</VisuallyHidden>
        </HeadCell>
      )}
    </HeadRow>
  );
}

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  padding: 0;
  color: inherit;
  background: none;
  border: none;
  border-radius: ${({ theme }) => theme.radius.badge};
  cursor: pointer;
  svg {
    inline-size: 1em;
    block-size: 1em;
  }
  ${typography("meta")}
  &:hover {
    color: ${({ theme }) => theme.color.text};
    text-decoration: underline;
  }
`;
