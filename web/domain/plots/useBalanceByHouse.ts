import { useMemo } from "react";
import type { z } from "zod";
import { outstandingByHouse, type outstandingByHouseSchema } from "../../../shared/endpoints/balance.ts";
import { useCanCall } from "../../api/session.ts";
import { useLastPlotBalances } from "../../live/lastPlotBalances.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { balanceTopics } from "../receipts/useHouseBalance.ts";

/** What a house owes, the overdue part of it, and its credit, in rupees. */
export type PlotBalance = z.output<typeof outstandingByHouseSchema>[number];

/** By PlotID; a house without an entry owes nothing and has no credit. */
export type BalanceByHouse = ReadonlyMap<number, PlotBalance>;

/**
 * What each house owes, live. While loading, the last balances of the session, so that the palette does not sort its
 * matches again. Undefined while the first are loading, without the permission, and unless `isNeeded`.
 */
export function useBalanceByHouse(isNeeded: boolean): BalanceByHouse | undefined {
  const canRead = useCanCall(outstandingByHouse);
  const path = isNeeded && canRead ? outstandingByHouse.path : null;
  const { data, loading } = useLiveRequest<{ data: readonly PlotBalance[] }>(path, balanceTopics);
  const lastBalances = useLastPlotBalances(data?.data);
  const balances = loading ? lastBalances : data?.data;
  return useMemo(() => balances && new Map(balances.map((balance) => [balance.PlotID, balance])), [balances]);
}
