import type { Day } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/group.ts";
import { type House, houseOf } from "../../schedule/ScheduleHouse.ts";
import type { Line, ScheduleRow } from "../../schedule/ScheduleLine.ts";

/** A year's installments house by house, in the order of the house numbers. */
export interface Book {
  rows: readonly ScheduleRow[];
  today: Day;
  houses: readonly House[];
  /** Where each PlotID stands among the houses. */
  places: ReadonlyMap<number, number>;
  /** What differs from the book before, unless rows came or went. */
  changed: readonly Line[];
}

/** With the book before, only what differs is worked out again: a change costs what its house costs, not what the year costs. */
export function bookOf(now: Pick<Book, "rows" | "today">, before: Book | undefined): Book {
  if (!before || before.today !== now.today) return bindAnew(now, undefined);
  if (before.rows === now.rows) return before;
  const changed = changedRows(now.rows, before.rows);
  return changed ? amend(now, { before, changed }) : bindAnew(now, before);
}

function bindAnew({ rows, today }: Pick<Book, "rows" | "today">, before: Book | undefined): Book {
  const houses = [...groupBy(rows, ({ PlotID }) => PlotID)]
    .map(([plot, own]) => ({ plot, house: houseOf(own, { today, before: houseIn(before, plot) }) }))
    .map((each) => ({ ...each, rank: rankOf(each.house.house) }))
    .sort((a, b) => (a.rank === b.rank ? a.plot - b.plot : a.rank < b.rank ? -1 : 1));
  return {
    rows,
    today,
    houses: houses.map(({ house }) => house),
    places: new Map(houses.map(({ plot }, place) => [plot, place])),
    changed: [],
  };
}

function amend(
  { rows, today }: Pick<Book, "rows" | "today">,
  { before, changed }: { before: Book; changed: readonly ScheduleRow[] },
): Book {
  const houses = [...before.houses];
  const lines: Line[] = [];
  for (const [plot, news] of groupBy(changed, ({ PlotID }) => PlotID)) {
    const place = before.places.get(plot);
    const house = houseIn(before, plot);
    if (place === undefined || !house) continue;
    const byId = new Map(news.map((row) => [row.PaymentScheduleID, row]));
    const own = house.lines.map(({ row }) => byId.get(row.PaymentScheduleID) ?? row);
    const amended = houseOf(own, { today, before: house });
    houses[place] = amended;
    lines.push(...amended.lines.filter(({ row }) => byId.has(row.PaymentScheduleID)));
  }
  return { rows, today, houses, places: before.places, changed: lines };
}

/** The rows that differ, or undefined when rows came, went or moved. */
function changedRows(rows: readonly ScheduleRow[], before: readonly ScheduleRow[]): ScheduleRow[] | undefined {
  if (rows.length !== before.length) return undefined;
  const changed: ScheduleRow[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const old = before[at];
    if (row === old || !row || !old) continue;
    if (row.PaymentScheduleID !== old.PaymentScheduleID || row.PlotID !== old.PlotID) return undefined;
    changed.push(row);
  }
  return changed;
}

function houseIn(book: Book | undefined, plot: number): House | undefined {
  const place = book?.places.get(plot);
  return place === undefined ? undefined : book?.houses[place];
}

/** A-4 before A-14, compared as plain text: thousands of houses sort within a frame. */
function rankOf(house: string): string {
  return house.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
