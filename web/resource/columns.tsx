import type { ReactNode } from "react";
import { type Day, formatDateTime, formatDay, formatShortDay } from "../../shared/dates.ts";
import { translateName } from "../i18n/t.ts";
import type { Column } from "../ui/table/tableTypes.ts";
import { Money } from "../ui/text/Money.tsx";

/** The properties of a column that do not depend on its field. */
export type ColumnLayout = Pick<Column<never>, "title" | "width" | "grow" | "sticky" | "showsRowState" | "mobileSlot">;

/** The field that a column shows, and its layout. */
interface FieldColumn<Key extends string> extends ColumnLayout {
  key: Key;
}

/** Text entered by users, a dash when empty; the title attribute has the full text where it is cut off. */
export function textColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  const { key } = column;
  return {
    ...column,
    render: (row) => (row[key] === "" ? "—" : <bdi title={row[key]}>{row[key]}</bdi>),
    sortValue: (row) => row[key],
  };
}

/** A name, translated where it is one of the built-in names. */
export function nameColumn<Key extends string>(column: FieldColumn<Key>): Column<Readonly<Record<Key, string>>> {
  const { key } = column;
  return { ...column, render: (row) => translateName(row[key]), sortValue: (row) => row[key] };
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
  const { key } = column;
  return {
    ...column,
    align: "end",
    render: (row) => <Money rupees={row[key]} strong />,
    sortValue: (row) => row[key],
    exportValue: (row) => ({ rupees: row[key] }),
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
