import { SkeletonBar } from "./Skeleton.tsx";
import { Cell, RowLine } from "./TableStyle.ts";
import type { Column } from "./TableTypes.ts";

/** Bars in the table's own columns, where the rows will stand. */
export function TableSkeleton<Row>({ columns, phone }: { columns: readonly Column<Row>[]; phone: boolean }) {
  const shown = phone ? columns.slice(0, 1) : columns;
  return numbers.map((number) => (
    <RowLine key={number} aria-hidden="true">
      {shown.map((column, at) => (
        <Cell key={column.key} $align={column.align}>
          <SkeletonBar $width={widths[(number + at) % widths.length] ?? "70%"} />
        </Cell>
      ))}
    </RowLine>
  ));
}

const numbers = Array.from({ length: 12 }, (_, index) => index);
const widths = ["70%", "55%", "80%", "45%"];
