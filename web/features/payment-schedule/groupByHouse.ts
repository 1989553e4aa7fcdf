import type { Day } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import { buildHouseYear, type HouseYear } from "../../domain/schedule/houseYear.ts";
import type { ScheduleEntry, ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";

/** A year's installments house by house, in the order of the house numbers. */
export interface ScheduleByHouse {
  rows: readonly ScheduleRow[];
  today: Day;
  houses: readonly HouseYear[];
  /** Where each PlotID stands among the houses. */
  indexByPlotID: ReadonlyMap<number, number>;
  /** What differs from the book before, unless rows came or went. */
  changed: readonly ScheduleEntry[];
}

/** With the book before, only what differs is worked out again: a change costs what its house costs, not what the year costs. */
export function groupByHouse(
  now: Pick<ScheduleByHouse, "rows" | "today">,
  before: ScheduleByHouse | undefined,
): ScheduleByHouse {
  if (!before || before.today !== now.today) return buildGroups(now, undefined);
  if (before.rows === now.rows) return before;
  const changed = changedRows(now.rows, before.rows);
  return changed ? updateGroups(now, { before, changed }) : buildGroups(now, before);
}

function buildGroups(
  { rows, today }: Pick<ScheduleByHouse, "rows" | "today">,
  before: ScheduleByHouse | undefined,
): ScheduleByHouse {
  const houses = [...groupBy(rows, ({ PlotID }) => PlotID)]
    .map(([plot, own]) => ({ plot, house: buildHouseYear(own, { today, previous: findHouse(before, plot) }) }))
    .map((each) => ({ ...each, rank: toSortKey(each.house.house) }))
    .sort((a, b) => (a.rank === b.rank ? a.plot - b.plot : a.rank < b.rank ? -1 : 1));
  return {
    rows,
    today,
    houses: houses.map(({ house }) => house),
    indexByPlotID: new Map(houses.map(({ plot }, place) => [plot, place])),
    changed: [],
  };
}

function updateGroups(
  { rows, today }: Pick<ScheduleByHouse, "rows" | "today">,
  { before, changed }: { before: ScheduleByHouse; changed: readonly ScheduleRow[] },
): ScheduleByHouse {
  const houses = [...before.houses];
  const lines: ScheduleEntry[] = [];
  for (const [plot, news] of groupBy(changed, ({ PlotID }) => PlotID)) {
    const place = before.indexByPlotID.get(plot);
    const house = findHouse(before, plot);
    if (place === undefined || !house) continue;
    const byId = new Map(news.map((row) => [row.PaymentScheduleID, row]));
    const own = house.entries.map(({ row }) => byId.get(row.PaymentScheduleID) ?? row);
    const amended = buildHouseYear(own, { today, previous: house });
    houses[place] = amended;
    lines.push(...amended.entries.filter(({ row }) => byId.has(row.PaymentScheduleID)));
  }
  return { rows, today, houses, indexByPlotID: before.indexByPlotID, changed: lines };
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

function findHouse(book: ScheduleByHouse | undefined, plot: number): HouseYear | undefined {
  const place = book?.indexByPlotID.get(plot);
  return place === undefined ? undefined : book?.houses[place];
}

/** A-4 before A-14, compared as plain text: thousands of houses sort within a frame. */
function toSortKey(house: string): string {
  return house.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
