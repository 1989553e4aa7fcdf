import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { isPrefetched } from "../api/prefetch.ts";
import { ApiError, callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { subscribeTopic } from "./cache.ts";
import { waitForSubscription } from "./connection.ts";

/** The dashboard's figures as last heard or read. */
export const dashboardAtom = atom<DashboardData | undefined>(undefined);

const errorAtom = atom<ApiError | undefined>(undefined);
let subscriberCount = 0;
/** What is read counts only if nothing was heard or asked for since. */
let requestGeneration = 0;
/** Shown as they were before anything was followed: what happened in between would be missing, so they are read once more. */
let fromPrefetch = false;

/** The figures, live while shown; `read` asks for them again and says whether they came. Not asked for unless `wanted`. */
export function useDashboard(wanted = true) {
  const board = useAtomValue(dashboardAtom, { store });
  const problem = useAtomValue(errorAtom, { store });
  useEffect(() => {
    if (!wanted) return;
    const leave = subscribeTopic("dashboard");
    subscriberCount++;
    // What is followed is announced at the end of this moment; only then is there something to wait for.
    void Promise.resolve().then(refetchDashboard);
    return () => {
      leave();
      subscriberCount--;
      if (subscriberCount === 0) store.set(errorAtom, undefined);
    };
  }, [wanted]);
  return { dashboard: board, error: problem, refetch: fetchDashboard };
}

/** Shows the figures that were read ahead, if any were; what fails is told when they are read again. */
export async function loadPrefetchedDashboard(): Promise<void> {
  if (!isPrefetched(endpointPaths.dashboard)) return;
  const mine = requestGeneration;
  const board = await callEndpoint<DashboardData>(endpointPaths.dashboard).catch(() => undefined);
  if (mine !== requestGeneration) return;
  updateDashboard(board);
  fromPrefetch = true;
}

/** Takes in what the server tells. */
export function setDashboard(board: DashboardData): void {
  updateDashboard(board);
}

/** Forgets the figures; for the end of a session or of the right to see them. */
export function clearDashboard(): void {
  updateDashboard(undefined);
}

/** Reads the figures again if they are shown: those told while there was no line are not told again. */
export async function refetchDashboard(): Promise<void> {
  if (subscriberCount === 0) return;
  await waitForSubscription();
  if (subscriberCount > 0) await fetchDashboard();
}

async function fetchDashboard(): Promise<boolean> {
  requestGeneration++;
  const mine = requestGeneration;
  try {
    const board = await callEndpoint<DashboardData>(endpointPaths.dashboard);
    if (mine === requestGeneration && !(fromPrefetch && isUnchanged(board))) updateDashboard(board);
    fromPrefetch = false;
    return true;
  } catch (error) {
    if (mine !== requestGeneration) return false;
    const unexpected = new ApiError({ status: 0, message: "Invalid dashboard data received" });
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
