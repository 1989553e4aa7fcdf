import { useMemo } from "react";
import { type Paisa, toNearestPaisa } from "../../../shared/money.ts";
import { useSession } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useHouseBalance } from "../../domain/receipts/useHouseBalance.ts";

/** The balance of the previous owner, whose records the lists of a resident do not contain; in paisa. */
export interface BroughtForward {
  ownedFrom: string;
  due: Paisa;
  /** All credit of the house, also of records that are not listed. */
  credit: Paisa;
}

/** Undefined for staff, for a first owner, and until it is loaded. */
export function useBroughtForward(house: PlotRecord): BroughtForward | undefined {
  const { PlotID, OwnedFrom } = house;
  const { balance } = useHouseBalance(useHasHiddenRecords(house) ? PlotID : undefined);
  return useMemo(() => {
    if (!balance || OwnedFrom === null) return undefined;
    const due = balance.items.find(({ kind, id }) => kind === "opening" && id === 0)?.Due ?? 0;
    return { ownedFrom: OwnedFrom, due: toNearestPaisa(due), credit: toNearestPaisa(balance.credit) };
  }, [balance, OwnedFrom]);
}

/** Whether the lists of the user lack the records of a previous owner. */
export function useHasHiddenRecords({ OwnedFrom }: PlotRecord): boolean {
  return useSession()?.user.role.scope === "own" && OwnedFrom !== null;
}
