import type { ReactNode } from "react";
import { type Day, formatDateTime, formatDay, formatShortDay } from "../../shared/dates.ts";
import { translateName } from "../i18n/t.ts";
import type { Column } from "../ui/table/tableTypes.ts";
import { Money } from "../ui/text/Money.tsx";

/** The properties of a column that do not depend on its field. */
export type ColumnLayout = Pick<
  Column<never>,
  "title" | "width" | "grow" | "dropOrder" | "sticky" | "showsRowState" | "mobileSlot"
>;

/** The field that a column shows, and its layout. */
interface FieldColumn<Key extends string> extends ColumnLayout {
  key: Key;
}

/**
 * Text entered by users; the title attribute has the full text where it is cut off. An empty text is a dash, but
 * nothing on cards, which have no heading for it.
 */
export function textColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  const { key } = column;
  const renderMobile = (row: Readonly<Record<Key, string>>) =>
    row[key] === "" ? null : <bdi title={row[key]}>{row[key]}</bdi>;
  return {
    ...column,
    render: (row) => renderMobile(row) ?? "—",
    renderMobile,
    sortValue: (row) => row[key],
  };
}

/** A name, translated where it is one of the built-in names, in exported files too. */
export function nameColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  return computedTextColumn(column, (row) => translateName(row[column.key]));
}

/** A day, or a dash for none. */
export function dayColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, Day | null>>> {
  const { key } = column;
  return {
    ...column,
    render: (row) => renderDay(row[key]),
    renderMobile: (row) => renderShortDay(row[key]),
    sortValue: (row) => row[key],
    exportValue: (row) => {
      const day = row[key];
      return day && { day };
    },
  };
}

/** An amount in rupees. */
export function amountColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, number>>> {
  return computedAmountColumn(column, (row) => row[column.key]);
}

/** An amount in rupees that is computed from the row; a dash for none. */
export function computedAmountColumn<Row>(
  column: FieldColumn<string>,
  amountOf: (row: Row) => number | null,
): Column<Row> {
  return {
    ...column,
    align: "end",
    render: (row) => {
      const rupees = amountOf(row);
      return rupees === null ? "—" : <Money rupees={rupees} strong />;
    },
    sortValue: amountOf,
    exportValue: (row) => {
      const rupees = amountOf(row);
      return rupees === null ? null : { rupees };
    },
  };
}

/** A text in the page's language that is computed from the row; the title attribute has it where it is cut off. */
export function computedTextColumn<Row>(column: FieldColumn<string>, textOf: (row: Row) => string): Column<Row> {
  return { ...column, render: (row) => <span title={textOf(row)}>{textOf(row)}</span>, sortValue: textOf };
}

/** A number, code or period, left-to-right in every language; sorted by `sortValue`. */
export function codeColumn<Row>(
  column: FieldColumn<string> & Required<Pick<Column<Row>, "sortValue">>,
  textOf: (row: Row) => string,
): Column<Row> {
  return { ...column, render: (row) => <bdi dir="ltr">{textOf(row)}</bdi>, exportValue: textOf };
}

/** A time, or a dash for none; in society time in exported files too. */
export function instantColumn<Key extends string>(
  column: FieldColumn<Key>,
): Column<Readonly<Record<Key, string | null>>> {
  const { key } = column;
  return {
    ...column,
    render: (row) => renderDateTime(row[key]),
    sortValue: (row) => row[key],
    exportValue: (row) => {
      const isoTime = row[key];
      return isoTime && formatDateTime(new Date(isoTime));
    },
  };
}

/** A day, isolated from the direction of the surrounding text, or a dash for none. */
export function renderDay(day: Day | null): ReactNode {
  return day === null ? "—" : <bdi dir="ltr">{formatDay(day)}</bdi>;
}

/** A day with two digits of the year, for narrow cards; a dash for none. */
export function renderShortDay(day: Day | null): ReactNode {
  return day === null ? "—" : <bdi dir="ltr">{formatShortDay(day)}</bdi>;
}

/** A time, isolated from the direction of the surrounding text, or a dash for none. `isoTime` is in UTC. */
export function renderDateTime(isoTime: string | null | undefined): ReactNode {
  return isoTime ? <bdi dir="ltr">{formatDateTime(new Date(isoTime))}</bdi> : "—";
}
