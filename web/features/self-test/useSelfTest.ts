import { useCallback, useEffect, useState } from "react";
import { me, welcome } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { measureRoundTrip } from "../../live/connection.ts";
import { useConnection } from "../../live/useConnectionState.ts";

/** What was found out about portal and line; undefined where nothing answered. Times in milliseconds. */
export interface Findings {
  /** The server is there. */
  isServerUp: boolean;
  /** It reaches its database. */
  isDatabaseUp: boolean;
  /** There and back over REST. */
  restRoundTripMs: number | undefined;
  /** There and back over the line. */
  socketRoundTripMs: number | undefined;
  /** How far the server's clock is ahead of this browser's; to about a second. */
  clockOffsetMs: number | undefined;
}

const intervalMs = 5_000;

/** Tries the portal at once, `again` on demand and every few seconds while the page is in sight. Nothing is found until the first trial is over. */
export function useSelfTest(): { findings: Findings | undefined; rerun: () => void } {
  const signedIn = useSession() !== undefined;
  const live = useConnection().kind === "live";
  const [findings, setFindings] = useState<Findings>();
  const rerun = useCallback(() => void runChecks({ signedIn, live }).then(setFindings), [signedIn, live]);
  useEffect(() => {
    rerun();
    const timer = setInterval(() => {
      if (!document.hidden) rerun();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [rerun]);
  return { findings, rerun };
}

async function runChecks({ signedIn, live }: { signedIn: boolean; live: boolean }): Promise<Findings> {
  const [health, ready] = await Promise.all([fetchStatus("/healthz"), fetchStatus("/readyz")]);
  const restRoundTripMs = await measureDuration(() => callEndpoint(signedIn ? me : welcome));
  const socketRoundTripMs = live ? await measureRoundTrip() : undefined;
  return {
    isServerUp: health.body?.ok === true,
    isDatabaseUp: ready.body?.ready === true,
    restRoundTripMs,
    socketRoundTripMs,
    clockOffsetMs: health.clockOffsetMs,
  };
}

async function fetchStatus(path: string): Promise<{ body?: Record<string, unknown>; clockOffsetMs?: number }> {
  try {
    const sent = Date.now();
    const response = await fetch(path, { cache: "no-store" });
    const middle = (sent + Date.now()) / 2;
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header tells whole seconds that have begun.
    const clockOffsetMs = Number.isNaN(date) ? undefined : date + 500 - middle;
    return { body: await response.json(), clockOffsetMs };
  } catch {
    return {};
  }
}

async function measureDuration(run: () => Promise<unknown>): Promise<number | undefined> {
  const sent = performance.now();
  return run().then(
    () => performance.now() - sent,
    () => undefined,
  );
}
