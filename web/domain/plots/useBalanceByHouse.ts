import { useMemo } from "react";
import type { z } from "zod";
import { outstandingByHouse, type outstandingByHouseSchema } from "../../../shared/endpoints/balance.ts";
import { useCanCall } from "../../api/session.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { balanceTopics } from "../receipts/useHouseBalance.ts";

/** What a house owes, the overdue part of it, and its credit, in rupees. */
export type PlotBalance = z.output<typeof outstandingByHouseSchema>[number];

/** By PlotID; a house without an entry owes nothing and has no credit. */
export type BalanceByHouse = ReadonlyMap<number, PlotBalance>;

/** What each house owes, live. Undefined while loading, without the permission, and unless `isNeeded`. */
export function useBalanceByHouse(isNeeded: boolean): BalanceByHouse | undefined {
  const canRead = useCanCall(outstandingByHouse);
  const path = isNeeded && canRead ? outstandingByHouse.path : null;
  const { data } = useLiveRequest<{ data: readonly PlotBalance[] }>(path, balanceTopics);
  return useMemo(() => data && new Map(data.data.map((balance) => [balance.PlotID, balance])), [data]);
}
