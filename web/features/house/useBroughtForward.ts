import { useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { type Paisa, toNearestPaisa } from "../../../shared/money.ts";
import { useSession } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { type OpenItem, useHouseBalance } from "../../domain/receipts/useHouseBalance.ts";

/** The part of a new owner's balance that their lists do not contain, or not in full. */
export interface BroughtForward {
  ownedFrom: Day;
  /** The open charges and opening balances, in rupees; the one with id 0 is the sum taken over. */
  openCharges: readonly OpenItem[];
  /** All credit of the house, also of records that are not listed, in paisa. */
  credit: Paisa;
}

/** The state of the request for the balance. While `isMissing`, the account of the house cannot be computed. */
export type BalanceRequest = Omit<ReturnType<typeof useBroughtForward>, "broughtForward">;

/**
 * `broughtForward` is what a resident took over from the previous owner, from the balance of the house; undefined for
 * staff and for a first owner, whose lists are complete. The balance `isMissing` while it is loading, after an error,
 * and without the right to read it.
 */
export function useBroughtForward(house: PlotRecord) {
  const { PlotID, OwnedFrom } = house;
  const hasHiddenRecords = useHasHiddenRecords(house);
  const { balance, error, loading, refetch } = useHouseBalance(hasHiddenRecords ? PlotID : undefined);
  const broughtForward = useMemo((): BroughtForward | undefined => {
    if (!balance || OwnedFrom === null) return undefined;
    const openCharges = balance.items.filter(({ kind }) => kind !== "installment");
    return { ownedFrom: OwnedFrom, openCharges, credit: toNearestPaisa(balance.credit) };
  }, [balance, OwnedFrom]);
  return { broughtForward, isMissing: hasHiddenRecords && !balance, loading, error, refetch };
}

/** Whether the lists of the user lack the records of a previous owner. */
export function useHasHiddenRecords({ OwnedFrom }: PlotRecord): boolean {
  return useSession()?.user.role.scope === "own" && OwnedFrom !== null;
}
