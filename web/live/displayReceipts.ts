import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { DisplayData } from "../../shared/wire.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { useInterval } from "../hooks/useInterval.ts";
import { waitForSubscription } from "./connection.ts";
import { useOnChange } from "./useOnChange.ts";

const displayDataAtom = atom<DisplayData | undefined>(undefined);
/** Whether the last request has failed, so that the receipts may be outdated. */
const hasFailedAtom = atom(false);
const topics: readonly string[] = ["wall"];
const noTopics: readonly string[] = [];
const retryIntervalMs = 15_000;
/** Incremented by each request and each server event; a response to an earlier generation is outdated and dropped. */
let requestGeneration = 0;

/** The last ten receipts for the wall display, live; undefined until the first response. Retries after a failure. */
export function useDisplayReceipts(enabled: boolean): DisplayData["receipts"] | undefined {
  const displayData = useAtomValue(displayDataAtom, { store });
  useOnChange(enabled ? topics : noTopics, fetchDisplayData);
  const isMissing = enabled && !displayData;
  useEffect(() => {
    if (!isMissing) return;
    void waitForSubscription().then(fetchDisplayData);
  }, [isMissing]);
  const hasFailed = useAtomValue(hasFailedAtom, { store });
  useInterval(fetchDisplayData, isMissing || (enabled && hasFailed) ? retryIntervalMs : null);
  return displayData?.receipts;
}

/** Applies an event of the server. */
export function setDisplayData(displayData: DisplayData): void {
  requestGeneration++;
  store.set(displayDataAtom, displayData);
  store.set(hasFailedAtom, false);
}

/** Removes the receipts, at the end of a session. */
export function clearDisplayData(): void {
  requestGeneration++;
  store.set(displayDataAtom, undefined);
  store.set(hasFailedAtom, false);
}

function fetchDisplayData(): void {
  const generation = ++requestGeneration;
  callEndpoint<DisplayData>(endpointPaths.displayReceipts)
    .then((displayData) => {
      if (generation === requestGeneration) setDisplayData(displayData);
    })
    .catch(() => {
      if (generation === requestGeneration) store.set(hasFailedAtom, true);
    });
}
