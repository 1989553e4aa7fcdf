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

/** A text of the specification, which the screen translates. */
export const invalidDashboardMessage = "Invalid dashboard data received";

const errorAtom = atom<ApiError | undefined>(undefined);
let subscriberCount = 0;
/** Incremented by each request and each server event; a response to an earlier generation is outdated and dropped. */
let requestGeneration = 0;
/** The figures were prefetched. The next response replaces them only if it differs, which saves a second render. */
let isPrefetchedData = false;

/** The live figures. `refetch` resolves to whether it succeeded. Fetches nothing unless `enabled`. */
export function useDashboard(enabled = true) {
  const dashboard = useAtomValue(dashboardAtom, { store });
  const error = useAtomValue(errorAtom, { store });
  useEffect(() => {
    if (!enabled) return;
    const unsubscribe = subscribeTopic("dashboard");
    subscriberCount++;
    void fetchDashboardIfShown();
    return () => {
      unsubscribe();
      subscriberCount--;
      if (subscriberCount === 0) store.set(errorAtom, undefined);
    };
  }, [enabled]);
  return { dashboard, error, refetch: fetchDashboard };
}

/** Uses the prefetched figures, if there are any. Ignores errors: they show when a screen fetches the figures. */
export async function loadPrefetchedDashboard(): Promise<void> {
  if (!isPrefetched(endpointPaths.dashboard)) return;
  const generation = requestGeneration;
  const dashboard = await callEndpoint<DashboardData>(endpointPaths.dashboard).catch(() => undefined);
  if (generation !== requestGeneration) return;
  setDashboard(dashboard);
  isPrefetchedData = true;
}

/** Applies the figures of a server event or a response. */
export function setDashboard(dashboard: DashboardData | undefined): void {
  requestGeneration++;
  isPrefetchedData = false;
  store.set(dashboardAtom, dashboard);
  store.set(errorAtom, undefined);
}

/** Removes the figures when the session ends or the user may no longer see them. */
export function clearDashboard(): void {
  setDashboard(undefined);
}

/**
 * Fetches the figures if a screen shows them: for its first ones, and after a reconnect, because the server does not
 * repeat missed events.
 */
export async function fetchDashboardIfShown(): Promise<void> {
  if (subscriberCount === 0) return;
  await waitForSubscription();
  if (subscriberCount > 0) await fetchDashboard();
}

async function fetchDashboard(): Promise<boolean> {
  const generation = ++requestGeneration;
  try {
    const dashboard = await callEndpoint<DashboardData>(endpointPaths.dashboard);
    if (generation === requestGeneration && !(isPrefetchedData && isUnchanged(dashboard))) setDashboard(dashboard);
    isPrefetchedData = false;
    return true;
  } catch (error) {
    if (generation !== requestGeneration) return false;
    const invalidData = new ApiError({ status: 0, message: invalidDashboardMessage });
    store.set(errorAtom, error instanceof ApiError ? error : invalidData);
    return false;
  }
}

function isUnchanged(dashboard: DashboardData): boolean {
  return JSON.stringify(store.get(dashboardAtom)) === JSON.stringify(dashboard);
}
