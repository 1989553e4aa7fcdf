import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { isPrefetched } from "../api/prefetch.ts";
import { ApiError, callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { subscribeTopic } from "./cache.ts";
import { waitForSubscription } from "./connection.ts";

/** The latest figures, from a server event or a request. */
export const dashboardAtom = atom<DashboardData | undefined>(undefined);

export const invalidDashboardMessage = "Invalid dashboard data received";

const errorAtom = atom<ApiError | undefined>(undefined);
let subscriberCount = 0;
/** A response is dropped when a newer request was sent or an event received since. */
let requestGeneration = 0;
/** The figures were prefetched before the subscription and may miss changes: they are fetched once more. */
let fromPrefetch = false;

/** The live figures. `refetch` resolves to whether it succeeded. Fetches nothing unless `enabled`. */
export function useDashboard(enabled = true) {
  const board = useAtomValue(dashboardAtom, { store });
  const problem = useAtomValue(errorAtom, { store });
  useEffect(() => {
    if (!enabled) return;
    const unsubscribe = subscribeTopic("dashboard");
    subscriberCount++;
    // The subscription is sent in a microtask; waiting one makes waitForSubscription() wait for that one.
    void Promise.resolve().then(refetchDashboard);
    return () => {
      unsubscribe();
      subscriberCount--;
      if (subscriberCount === 0) store.set(errorAtom, undefined);
    };
  }, [enabled]);
  return { dashboard: board, error: problem, refetch: fetchDashboard };
}

/** Takes the prefetched figures, if there are any. An error shows when they are fetched again. */
export async function loadPrefetchedDashboard(): Promise<void> {
  if (!isPrefetched(endpointPaths.dashboard)) return;
  const own = requestGeneration;
  const board = await callEndpoint<DashboardData>(endpointPaths.dashboard).catch(() => undefined);
  if (own !== requestGeneration) return;
  updateDashboard(board);
  fromPrefetch = true;
}

export function setDashboard(board: DashboardData): void {
  updateDashboard(board);
}

/** At the end of a session, or of the right to see the figures. */
export function clearDashboard(): void {
  updateDashboard(undefined);
}

/** Fetches the figures again if a screen shows them; the server does not repeat missed events. */
export async function refetchDashboard(): Promise<void> {
  if (subscriberCount === 0) return;
  await waitForSubscription();
  if (subscriberCount > 0) await fetchDashboard();
}

async function fetchDashboard(): Promise<boolean> {
  requestGeneration++;
  const own = requestGeneration;
  try {
    const board = await callEndpoint<DashboardData>(endpointPaths.dashboard);
    if (own === requestGeneration && !(fromPrefetch && isUnchanged(board))) updateDashboard(board);
    fromPrefetch = false;
    return true;
  } catch (error) {
    if (own !== requestGeneration) return false;
    const unexpected = new ApiError({ status: 0, message: invalidDashboardMessage });
    store.set(errorAtom, error instanceof ApiError ? error : unexpected);
    return false;
  }
}

function isUnchanged(board: DashboardData): boolean {
  return JSON.stringify(store.get(dashboardAtom)) === JSON.stringify(board);
}

function updateDashboard(board: DashboardData | undefined): void {
  requestGeneration++;
  fromPrefetch = false;
  store.set(dashboardAtom, board);
  store.set(errorAtom, undefined);
}
