import { type ReactNode, useMemo } from "react";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { addPaisa, type Paisa, zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import { type ScheduleEntry, type ScheduleRow, toScheduleEntry } from "../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../domain/schedule/useMarkPaid.ts";
import { useResource } from "../live/useResource.ts";
import { type SearchableHouse, toSearchableHouses } from "./houseSearch.ts";

/** The data of the palette, as far as the user may see it. */
export interface PaletteData {
  houses: readonly SearchableHouse[];
  /** The houses are loading. */
  isLoading: boolean;
  /** Undefined while loading, and without the right to see them. */
  balances: HouseBalances | undefined;
  /** Marks the installment as paid; undefined without the right. */
  markPaid: ((row: ScheduleRow) => void) | undefined;
}

interface PaletteDataProviderProps {
  session: Session;
  today: Day;
  children: (books: PaletteData) => ReactNode;
}

const noData: PaletteData = { houses: [], isLoading: false, balances: undefined, markPaid: undefined };

/** Passes the live houses and their balances to its children. */
export function PaletteDataProvider({ session, today, children }: PaletteDataProviderProps) {
  if (!canAccess(session, { resource: plot, verb: "list" })) return children(noData);
  const maySeeDues = canAccess(session, { resource: paymentSchedule, verb: "list" });
  return (
    <HouseProvider>
      {(houses) =>
        maySeeDues ? <OpenInstallments {...{ today, houses, children }} /> : children({ ...noData, ...houses })
      }
    </HouseProvider>
  );
}

type HouseList = Pick<PaletteData, "houses" | "isLoading">;

function HouseProvider({ children }: { children: (book: HouseList) => ReactNode }) {
  const { rows, status } = useResource(plot);
  const houses = useMemo(() => toSearchableHouses(rows), [rows]);
  return children({ houses, isLoading: status === "loading" });
}

interface OpenInstallmentsProps extends Pick<PaletteDataProviderProps, "today" | "children"> {
  houses: HouseList;
}

/** Loads only unpaid installments: all balances follow from them. */
function OpenInstallments({ today, houses, children }: OpenInstallmentsProps) {
  const { rows, status, can, update } = useResource(paymentSchedule, unpaidOnly);
  const { toggle } = useMarkPaid({ update, today });
  const balances = useMemo(
    () => (status === "ready" || rows.length > 0 ? sumHouseBalances(rows, today) : undefined),
    [rows, status, today],
  );
  return children({ ...houses, balances, markPaid: can.update ? (row) => void toggle(row) : undefined });
}

const unpaidOnly = { IsPaid: 0 };

/** The outstanding balance of a house. */
export interface HouseBalance {
  /** Outstanding of all installments due today or earlier. */
  due: Paisa;
  /** The number of those installments. */
  count: number;
  /** The oldest unpaid installment, due or not. */
  oldestOpen: ScheduleEntry;
}

/** By PlotID; a house without an entry owes nothing. */
export type HouseBalances = ReadonlyMap<number, HouseBalance>;

/** The balances of all houses, from their unpaid installments. */
function sumHouseBalances(rows: readonly ScheduleRow[], today: Day): HouseBalances {
  const dues = new Map<number, HouseBalance>();
  for (const row of rows) {
    const line = toScheduleEntry(row, today);
    if (line.outstanding === zero) continue;
    const { due, count, oldestOpen } = dues.get(row.PlotID) ?? { due: zero, count: 0, oldestOpen: line };
    const fallen = row.DueDate <= today;
    dues.set(row.PlotID, {
      due: fallen ? addPaisa(due, line.outstanding) : due,
      count: count + Number(fallen),
      oldestOpen: isDueBefore(row, oldestOpen.row) ? line : oldestOpen,
    });
  }
  return dues;
}

function isDueBefore(one: ScheduleRow, other: ScheduleRow): boolean {
  if (one.DueDate !== other.DueDate) return one.DueDate < other.DueDate;
  return one.PaymentScheduleID < other.PaymentScheduleID;
}
