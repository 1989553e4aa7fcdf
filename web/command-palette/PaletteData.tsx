import { type ReactNode, useMemo } from "react";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { addToSum, type PaisaSum, zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import { type SearchableHouse, toSearchableHouses } from "../domain/plots/houseSearch.ts";
import { type ScheduleEntry, type ScheduleRow, toScheduleEntry } from "../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../domain/schedule/useMarkPaid.ts";
import { useResource } from "../live/useResource.ts";

/** The live data of the palette that the user may see. */
export interface PaletteData {
  houses: readonly SearchableHouse[];
  /** Whether the houses are loading. */
  isLoading: boolean;
  /** Undefined while loading, and without the right to see installments. */
  balances: HouseBalances | undefined;
  /** Marks the installment as paid; undefined without the right. */
  markPaid: ((row: ScheduleRow) => void) | undefined;
}

interface PaletteDataProviderProps {
  session: Session;
  today: Day;
  children: (data: PaletteData) => ReactNode;
}

const noData: PaletteData = { houses: [], isLoading: false, balances: undefined, markPaid: undefined };

/**
 * Passes the live houses and their balances to its children. The providers below are components, so that they can call
 * hooks.
 */
export function PaletteDataProvider({ session, today, children }: PaletteDataProviderProps) {
  if (!canAccess(session, { resource: plot, verb: "list" })) return children(noData);
  const canSeeInstallments = canAccess(session, { resource: paymentSchedule, verb: "list" });
  return (
    <HouseProvider>
      {(houses) =>
        canSeeInstallments ? <BalanceProvider {...{ today, houses, children }} /> : children({ ...noData, ...houses })
      }
    </HouseProvider>
  );
}

type HouseList = Pick<PaletteData, "houses" | "isLoading">;

function HouseProvider({ children }: { children: (houses: HouseList) => ReactNode }) {
  const { rows, status } = useResource(plot);
  const houses = useMemo(() => toSearchableHouses(rows), [rows]);
  return children({ houses, isLoading: status === "loading" });
}

interface BalanceProviderProps extends Pick<PaletteDataProviderProps, "today" | "children"> {
  houses: HouseList;
}

/** Loads only unpaid installments, as the balances do not depend on paid ones. */
function BalanceProvider({ today, houses, children }: BalanceProviderProps) {
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
  /** The overdue amount of all installments. */
  due: PaisaSum;
  /** The number of overdue installments. */
  count: number;
  /** The oldest unpaid installment, due or not. */
  oldestOpen: ScheduleEntry;
}

/** By PlotID; a house without an entry owes nothing. */
export type HouseBalances = ReadonlyMap<number, HouseBalance>;

/** The balances of all houses, from their unpaid installments. */
function sumHouseBalances(rows: readonly ScheduleRow[], today: Day): HouseBalances {
  const balances = new Map<number, HouseBalance>();
  for (const row of rows) {
    const entry = toScheduleEntry(row, today);
    if (entry.outstanding === zero) continue;
    const { due, count, oldestOpen } = balances.get(row.PlotID) ?? { due: zero, count: 0, oldestOpen: entry };
    balances.set(row.PlotID, {
      due: addToSum(due, entry.overdue),
      count: count + Number(entry.overdue > zero),
      oldestOpen: isDueBefore(row, oldestOpen.row) ? entry : oldestOpen,
    });
  }
  return balances;
}

function isDueBefore(a: ScheduleRow, b: ScheduleRow): boolean {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate;
  return a.PaymentScheduleID < b.PaymentScheduleID;
}
