import { type ReactNode, useMemo } from "react";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import type { ScheduleRow } from "../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../domain/schedule/useMarkPaid.ts";
import { useResource } from "../live/useResource.ts";
import { type HouseBalances, sumHouseBalances } from "./houseBalances.ts";
import { type SearchableHouse, toSearchableHouses } from "./houseSearch.ts";

/** What the palette reads while it is open, as far as the person may. */
export interface PaletteData {
  houses: readonly SearchableHouse[];
  /** The houses have not come yet. */
  isLoading: boolean;
  /** Undefined while they are not known. */
  balances: HouseBalances | undefined;
  /** Marks the installment as paid; undefined for who may not. */
  markPaid: ((row: ScheduleRow) => void) | undefined;
}

interface PaletteDataProviderProps {
  session: Session;
  today: Day;
  children: (books: PaletteData) => ReactNode;
}

const noData: PaletteData = { houses: [], isLoading: false, balances: undefined, markPaid: undefined };

/** Gives its children the live houses and what they owe. */
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

/** Only what is open is read: of all installments that is the small part, and all that is due is in it. */
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
