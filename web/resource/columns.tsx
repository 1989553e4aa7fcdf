import type { ReactNode } from "react";
import type { Day } from "../../shared/dates.ts";
import { formatDay } from "../../shared/dates.ts";
import { translateName } from "../i18n/t.ts";
import type { Column } from "../ui/table/tableTypes.ts";
import { Money } from "../ui/text/Money.tsx";

export type ColumnLayout = Pick<Column<never>, "title" | "width" | "grow" | "sticky" | "showsRowState" | "mobileSlot">;

/** The field that a column shows, and how it stands in the table. */
interface FieldColumn<Key extends string> extends ColumnLayout {
  key: Key;
}

/** Somebody's own words, or a dash for none; what has no room can be pointed at. */
export function textColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  const { key } = column;
  return {
    ...column,
    render: (row) => (row[key] === "" ? "—" : <bdi title={row[key]}>{row[key]}</bdi>),
    sortValue: (row) => row[key],
  };
}

/** A name that may be one of the portal's own, in the language of the screens. */
export function nameColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  const { key } = column;
  return { ...column, render: (row) => translateName(row[key]), sortValue: (row) => row[key] };
}

/** A day, or a dash for none. */
export function dayColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, Day | null>>> {
  const { key } = column;
  return {
    ...column,
    render: (row) => dayOrDash(row[key]),
    sortValue: (row) => row[key],
    exportValue: (row) => {
      const day = row[key];
      return day && { day };
    },
  };
}

/** What counts in a row: an amount in rupees. */
export function amountColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, number>>> {
  const { key } = column;
  return {
    ...column,
    align: "end",
    render: (row) => <Money rupees={row[key]} decimals={2} strong />,
    sortValue: (row) => row[key],
    exportValue: (row) => ({ rupees: row[key] }),
  };
}

/** A day as it stands in a line of any direction, or a dash for none. */
export function dayOrDash(day: Day | null): ReactNode {
  return day === null ? "—" : <bdi dir="ltr">{formatDay(day)}</bdi>;
}
