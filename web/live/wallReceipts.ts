import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { WallData, WallReceipt } from "../../shared/wire.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { useInterval } from "../hooks/useInterval.ts";
import { waitForSubscription } from "./connection.ts";
import { useOnChange } from "./useOnChange.ts";

const wallReceiptsAtom = atom<WallData | undefined>(undefined);
const wallResources: readonly string[] = ["wall"];
const noResources: readonly string[] = [];
const retryIntervalMs = 15_000;
/** Incremented by each request and each server event; a response to an earlier generation is outdated and dropped. */
let requestGeneration = 0;

/** The last ten receipts, live; undefined until the first response. Retries until then. */
export function useWallReceipts(enabled: boolean): readonly WallReceipt[] | undefined {
  const wall = useAtomValue(wallReceiptsAtom, { store });
  useOnChange(enabled ? wallResources : noResources, fetchWallReceipts);
  const isMissing = enabled && !wall;
  useEffect(() => {
    if (!isMissing) return;
    void waitForSubscription().then(fetchWallReceipts);
  }, [isMissing]);
  useInterval(fetchWallReceipts, isMissing ? retryIntervalMs : null);
  return wall?.receipts;
}

/** Applies an event of the server. */
export function setWallReceipts(wall: WallData): void {
  requestGeneration++;
  store.set(wallReceiptsAtom, wall);
}

/** Removes the receipts, at the end of a session. */
export function clearWallReceipts(): void {
  requestGeneration++;
  store.set(wallReceiptsAtom, undefined);
}

function fetchWallReceipts(): void {
  const generation = ++requestGeneration;
  callEndpoint<{ receipts: WallReceipt[] }>(endpointPaths.wallReceipts)
    .then(({ receipts }) => {
      if (generation === requestGeneration) store.set(wallReceiptsAtom, { receipts });
    })
    // The connection status shows since when the receipts may be outdated.
    .catch(() => undefined);
}
