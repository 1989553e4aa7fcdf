import { type ReactNode, useMemo } from "react";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import { type SearchableHouse, toSearchableHouses } from "../domain/plots/houseSearch.ts";
import { type BalanceByHouse, useBalanceByHouse } from "../domain/plots/useBalanceByHouse.ts";
import { type ScheduleEntry, type ScheduleRow, toScheduleEntry } from "../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../domain/schedule/useMarkPaid.ts";
import { translateMessage } from "../i18n/t.ts";
import { useResource } from "../live/useResource.ts";

/** The live data of the palette that the user may see. */
export interface PaletteData {
  houses: readonly SearchableHouse[];
  /** Whether the houses are loading. */
  isLoading: boolean;
  /** Why there are no houses; undefined unless their request failed. */
  loadError: string | undefined;
  /** What each house owes; undefined while loading, and without the right to see installments. */
  balanceByHouse: BalanceByHouse | undefined;
  /** The oldest unpaid installment of each house by PlotID. */
  oldestUnpaid: ReadonlyMap<number, ScheduleEntry>;
  /** Marks the installment as paid; undefined without the right. */
  markPaid: ((row: ScheduleRow) => void) | undefined;
}

interface PaletteDataProviderProps {
  session: Session;
  today: Day;
  children: (data: PaletteData) => ReactNode;
}

const noData: PaletteData = {
  houses: [],
  isLoading: false,
  loadError: undefined,
  balanceByHouse: undefined,
  oldestUnpaid: new Map(),
  markPaid: undefined,
};

/**
 * Passes the live houses and what they owe to its children. The providers below are components, because only
 * users with the permissions may run their hooks, and a hook cannot be called conditionally.
 */
export function PaletteDataProvider({ session, today, children }: PaletteDataProviderProps) {
  if (!canAccess(session, { resource: plot, verb: "list" })) return children(noData);
  const canSeeInstallments = canAccess(session, { resource: paymentSchedule, verb: "list" });
  return (
    <HouseProvider>
      {(houses) =>
        canSeeInstallments ? (
          <UnpaidInstallmentsProvider {...{ today, houses, children }} />
        ) : (
          children({ ...noData, ...houses })
        )
      }
    </HouseProvider>
  );
}

type HouseList = Pick<PaletteData, "houses" | "isLoading" | "loadError">;

function HouseProvider({ children }: { children: (houses: HouseList) => ReactNode }) {
  const { rows, status, error } = useResource(plot);
  const houses = useMemo(() => toSearchableHouses(rows), [rows]);
  const loadError = error && rows.length === 0 ? translateMessage(error.message) : undefined;
  return children({ houses, isLoading: status === "loading", loadError });
}

interface UnpaidInstallmentsProviderProps extends Pick<PaletteDataProviderProps, "today" | "children"> {
  houses: HouseList;
}

/** Loads only unpaid installments, as nothing else is shown. */
function UnpaidInstallmentsProvider({ today, houses, children }: UnpaidInstallmentsProviderProps) {
  const { rows, can, update } = useResource(paymentSchedule, unpaidOnly);
  const { toggle } = useMarkPaid({ update, today });
  const balanceByHouse = useBalanceByHouse(true);
  const oldestUnpaid = useMemo(() => findOldestUnpaid(rows, today), [rows, today]);
  return children({
    ...houses,
    balanceByHouse,
    oldestUnpaid,
    markPaid: can.update ? (row) => void toggle(row) : undefined,
  });
}

const unpaidOnly = { IsPaid: 0 };

/** The oldest unpaid installment of each house by PlotID, due or not. */
function findOldestUnpaid(rows: readonly ScheduleRow[], today: Day): ReadonlyMap<number, ScheduleEntry> {
  const oldest = new Map<number, ScheduleEntry>();
  for (const row of rows) {
    const entry = toScheduleEntry(row, today);
    const previous = oldest.get(row.PlotID);
    if (entry.outstanding > zero && (!previous || isDueBefore(row, previous.row))) oldest.set(row.PlotID, entry);
  }
  return oldest;
}

function isDueBefore(a: ScheduleRow, b: ScheduleRow): boolean {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate;
  return a.PaymentScheduleID < b.PaymentScheduleID;
}
