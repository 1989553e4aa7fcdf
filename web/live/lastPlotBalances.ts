import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import type { z } from "zod";
import type { outstandingByHouseSchema } from "../../shared/endpoints/balance.ts";
import { sessionAtom } from "../api/session.ts";
import { store } from "../hooks/store.ts";

type PlotBalances = Readonly<z.output<typeof outstandingByHouseSchema>>;

const lastPlotBalancesAtom = atom<PlotBalances>();
// Also when the rights change: the balances may be of houses that the user may no longer view.
store.sub(sessionAtom, () => store.set(lastPlotBalancesAtom, undefined));

/** Stores `loaded` if it is given. Returns the last that were stored in the session, to show until new ones are loaded. */
export function useLastPlotBalances(loaded: PlotBalances | undefined): PlotBalances | undefined {
  const lastBalances = useAtomValue(lastPlotBalancesAtom, { store });
  useEffect(() => {
    if (loaded) store.set(lastPlotBalancesAtom, loaded);
  }, [loaded]);
  return lastBalances;
}
