import { type Paisa, sumPaisa } from "../../../shared/money.ts";
import type { House } from "../../schedule/ScheduleHouse.ts";
import type { Line } from "../../schedule/ScheduleLine.ts";
import type { TableGroup } from "../../ui/GroupedTable.tsx";
import { type Filter, matching, viewer } from "./ScheduleFilter.ts";

/** What search, filters and view leave of a year, and what that comes to. */
export interface Shown {
  filter: Filter;
  parts: ReadonlyMap<string, Part>;
  groups: readonly TableGroup<House, Line>[];
  /** How many lines those views would show. */
  overdue: number;
  partPaid: number;
  sums: Sums;
}

export interface Sums {
  houses: number;
  installments: number;
  billed: Paisa;
  received: Paisa;
  open: Paisa;
}

/**
 * With what was shown before, only houses that differ are looked at again. A line that a view has shown stays until the
 * filter changes, so that a tick in 'Overdue' moves nothing under the pointer. 'Recent & open' only folds settled months
 * away: the sums count them.
 */
export function shownOf(
  { houses, filter }: { houses: readonly House[]; filter: Filter },
  last: Shown | undefined,
): Shown {
  const before = last?.filter === filter ? last.parts : undefined;
  const inView = viewer(filter);
  const parts = new Map<string, Part>();
  for (const house of houses) {
    const part = before?.get(house.key);
    parts.set(house.key, part?.house === house ? part : partOf(house, { filter, inView, before: part }));
  }
  const all = [...parts.values()];
  return {
    filter,
    parts,
    groups: all.flatMap(({ group }) => group ?? []),
    overdue: all.reduce((sum, part) => sum + part.overdue, 0),
    partPaid: all.reduce((sum, part) => sum + part.partPaid, 0),
    sums: {
      houses: all.filter(({ installments }) => installments > 0).length,
      installments: all.reduce((sum, part) => sum + part.installments, 0),
      billed: sumPaisa(all.map(({ billed }) => billed)),
      received: sumPaisa(all.map(({ received }) => received)),
      open: sumPaisa(all.map(({ open }) => open)),
    },
  };
}

/** A house's share in what is shown. */
interface Part extends Omit<Sums, "houses"> {
  house: House;
  group: TableGroup<House, Line> | undefined;
  overdue: number;
  partPaid: number;
}

interface PartInput {
  filter: Filter;
  inView(line: Line): boolean;
  before: Part | undefined;
}

function partOf(house: House, { filter, inView, before }: PartInput): Part {
  const left = matching(house, filter);
  const held = new Set(before?.group?.rows.map(({ row }) => row.PaymentScheduleID));
  const rows = left.filter((line) => inView(line) || held.has(line.row.PaymentScheduleID));
  const counted = filter.view === "recent" ? left : rows;
  return {
    house,
    group: rows.length > 0 ? { key: house.key, group: house, rows } : undefined,
    overdue: left.filter(({ status }) => status === "Overdue").length,
    partPaid: left.filter(({ status }) => status === "Part-paid").length,
    installments: counted.length,
    billed: sumPaisa(counted.map(({ billed }) => billed)),
    received: sumPaisa(counted.map(({ received }) => received)),
    open: sumPaisa(counted.map(({ open }) => open)),
  };
}
