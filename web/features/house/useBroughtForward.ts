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

/** The request for the balance of the previous owner. */
export type PreviousBalance = Omit<ReturnType<typeof useBroughtForward>, "broughtForward">;

/**
 * What a resident took over from the previous owner; undefined for staff and for a first owner. While `isMissing`, the
 * account of the house cannot be computed: it is loading, there was an error, or the user may not read the balance.
 */
export function useBroughtForward(house: PlotRecord) {
  const { PlotID, OwnedFrom } = house;
  const hasHiddenRecords = useHasHiddenRecords(house);
  const { balance, error, loading, refetch } = useHouseBalance(hasHiddenRecords ? PlotID : undefined);
  const broughtForward = useMemo((): BroughtForward | undefined => {
    if (!balance || OwnedFrom === null) return undefined;
    const due = balance.items.find(({ kind, id }) => kind === "opening" && id === 0)?.Due ?? 0;
    return { ownedFrom: OwnedFrom, due: toNearestPaisa(due), credit: toNearestPaisa(balance.credit) };
  }, [balance, OwnedFrom]);
  return { broughtForward, isMissing: hasHiddenRecords && !balance, loading, error, refetch };
}

/** Whether the lists of the user lack the records of a previous owner. */
export function useHasHiddenRecords({ OwnedFrom }: PlotRecord): boolean {
  return useSession()?.user.role.scope === "own" && OwnedFrom !== null;
}
