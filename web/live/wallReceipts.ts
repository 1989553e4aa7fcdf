import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { WallData, WallReceipt } from "../../shared/wire.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { waitForSubscription } from "./connection.ts";
import { useOnChange } from "./useOnChange.ts";

const wallReceiptsAtom = atom<WallData | undefined>(undefined);
const wallResources: readonly string[] = ["wall"];
const noResources: readonly string[] = [];
const retryIntervalMs = 15_000;
/** What is read counts only if nothing was heard or asked for since. */
let requestGeneration = 0;

/** The last ten receipts, live while shown; undefined until they are known. Asked for again until they come, if at all. */
export function useWallReceipts(wanted: boolean): readonly WallReceipt[] | undefined {
  const wall = useAtomValue(wallReceiptsAtom, { store });
  useOnChange(wanted ? wallResources : noResources, fetchWallReceipts);
  useEffect(() => {
    if (wall || !wanted) return;
    // What is followed is announced at the end of this moment; only then is there something to wait for.
    void Promise.resolve().then(waitForSubscription).then(fetchWallReceipts);
    const timer = setInterval(fetchWallReceipts, retryIntervalMs);
    return () => clearInterval(timer);
  }, [wall, wanted]);
  return wall?.receipts;
}

/** Takes in what the server tells. */
export function setWallReceipts(wall: WallData): void {
  requestGeneration++;
  store.set(wallReceiptsAtom, wall);
}

/** Forgets the receipts; for the end of a session. */
export function clearWallReceipts(): void {
  requestGeneration++;
  store.set(wallReceiptsAtom, undefined);
}

function fetchWallReceipts(): void {
  const mine = ++requestGeneration;
  callEndpoint<{ receipts: WallReceipt[] }>(endpointPaths.wallReceipts)
    .then(({ receipts }) => {
      if (mine === requestGeneration) store.set(wallReceiptsAtom, { receipts });
    })
    // Without a line there is nothing to read either; what is shown says since when.
    .catch(() => undefined);
}
