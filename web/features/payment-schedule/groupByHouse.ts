import type { Day } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/grouping.ts";
import {
  buildHouseYear,
  type HouseYear,
  type ScheduleEntry,
  type ScheduleRow,
} from "../../domain/schedule/scheduleEntry.ts";
import { toNaturalSortKey } from "../../ui/table/sortRows.ts";

interface ScheduleInput {
  /** The installments of one year. */
  rows: readonly ScheduleRow[];
  today: Day;
}

/** The installments of a year by house, sorted by house number. */
interface ScheduleByHouse extends ScheduleInput {
  houses: readonly HouseYear[];
  /** Index in `houses` by PlotID. */
  indexByPlotID: ReadonlyMap<number, number>;
  /** Entries that differ from the previous result; empty if rows were added or removed. */
  changedEntries: readonly ScheduleEntry[];
}

/** Groups the installments by house; houses that are unchanged since the previous result are reused. */
export function groupByHouse(input: ScheduleInput, previous: ScheduleByHouse | undefined): ScheduleByHouse {
  if (previous?.today !== input.today) return buildGroups(input, undefined);
  if (previous.rows === input.rows) return previous;
  const changedRows = findChangedRows(input.rows, previous.rows);
  return changedRows ? updateGroups(input, { previous, changedRows }) : buildGroups(input, previous);
}

function buildGroups({ rows, today }: ScheduleInput, previous: ScheduleByHouse | undefined): ScheduleByHouse {
  const houses = [...groupBy(rows, ({ PlotID }) => PlotID)]
    .map(([PlotID, rowsOfHouse]) => {
      const house = buildHouseYear(rowsOfHouse, { today, previous: findHouse(previous, PlotID) });
      return { PlotID, house, sortKey: toNaturalSortKey(house.houseNo) };
    })
    .sort((a, b) => (a.sortKey === b.sortKey ? a.PlotID - b.PlotID : a.sortKey < b.sortKey ? -1 : 1));
  return {
    rows,
    today,
    houses: houses.map(({ house }) => house),
    indexByPlotID: new Map(houses.map(({ PlotID }, index) => [PlotID, index])),
    changedEntries: [],
  };
}

function updateGroups(
  { rows, today }: ScheduleInput,
  { previous, changedRows }: { previous: ScheduleByHouse; changedRows: readonly ScheduleRow[] },
): ScheduleByHouse {
  const { indexByPlotID } = previous;
  const houses = [...previous.houses];
  const changedEntries: ScheduleEntry[] = [];
  for (const [PlotID, changedRowsOfHouse] of groupBy(changedRows, (row) => row.PlotID)) {
    const index = indexByPlotID.get(PlotID);
    const house = findHouse(previous, PlotID);
    if (index === undefined || !house) continue;
    const rowsById = new Map(changedRowsOfHouse.map((row) => [row.PaymentScheduleID, row]));
    const rowsOfHouse = house.entries.map(({ row }) => rowsById.get(row.PaymentScheduleID) ?? row);
    const updated = buildHouseYear(rowsOfHouse, { today, previous: house });
    houses[index] = updated;
    changedEntries.push(...updated.entries.filter(({ row }) => rowsById.has(row.PaymentScheduleID)));
  }
  return { rows, today, houses, indexByPlotID, changedEntries };
}

/** The rows that differ, or undefined if rows were added, removed or reordered. */
function findChangedRows(rows: readonly ScheduleRow[], previous: readonly ScheduleRow[]): ScheduleRow[] | undefined {
  if (rows.length !== previous.length) return undefined;
  const changed: ScheduleRow[] = [];
  // Not `entries()`, which creates an array for each row.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    const previousRow = previous[index];
    if (row === previousRow || !row || !previousRow) continue;
    if (row.PaymentScheduleID !== previousRow.PaymentScheduleID || row.PlotID !== previousRow.PlotID) return undefined;
    changed.push(row);
  }
  return changed;
}

function findHouse(schedule: ScheduleByHouse | undefined, PlotID: number): HouseYear | undefined {
  const index = schedule?.indexByPlotID.get(PlotID);
  return index === undefined ? undefined : schedule?.houses[index];
}
