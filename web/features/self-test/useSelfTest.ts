import { useCallback, useEffect, useState } from "react";
import { endpointPaths } from "../../../shared/endpoints/paths.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { measureClockOffset } from "../../hooks/serverClock.ts";
import { useInterval } from "../../hooks/useInterval.ts";
import { measureRoundTrip, useConnectionState } from "../../live/connection.ts";

/** Results of the checks; a duration or the clock offset is undefined if it could not be measured. */
interface SelfTestResults {
  isServerUp: boolean;
  /** Whether the server reaches its database. */
  isDatabaseUp: boolean;
  restRoundTripMs: number | undefined;
  socketRoundTripMs: number | undefined;
  /** Server time minus browser time, accurate to about a second. */
  clockOffsetMs: number | undefined;
}

const intervalMs = 5_000;

/** Runs the checks at once, on `rerun`, and every few seconds while the page is visible. */
export function useSelfTest(): { results: SelfTestResults | undefined; rerun: () => void } {
  const isSignedIn = useSession() !== undefined;
  const isLive = useConnectionState().kind === "live";
  const [results, setResults] = useState<SelfTestResults>();
  const rerun = useCallback(() => void runChecks({ isSignedIn, isLive }).then(setResults), [isSignedIn, isLive]);
  useEffect(rerun, [rerun]);
  useInterval(() => {
    if (!document.hidden) rerun();
  }, intervalMs);
  return { results, rerun };
}

async function runChecks({ isSignedIn, isLive }: { isSignedIn: boolean; isLive: boolean }): Promise<SelfTestResults> {
  const [liveness, readiness] = await Promise.all([fetchStatus("/healthz"), fetchStatus("/readyz")]);
  const restRoundTripMs = await measureDuration(() =>
    callEndpoint(isSignedIn ? endpointPaths.me : endpointPaths.societyInfo),
  );
  const socketRoundTripMs = isLive ? await measureRoundTrip() : undefined;
  return {
    isServerUp: liveness.body?.ok === true,
    isDatabaseUp: readiness.body?.ready === true,
    restRoundTripMs,
    socketRoundTripMs,
    clockOffsetMs: liveness.clockOffsetMs,
  };
}

async function fetchStatus(path: string): Promise<{ body?: Record<string, unknown>; clockOffsetMs?: number }> {
  try {
    const sentAt = Date.now();
    const response = await fetch(path, { cache: "no-store" });
    const clockOffsetMs = measureClockOffset(response, sentAt);
    return { body: await response.json(), clockOffsetMs };
  } catch {
    return {};
  }
}

async function measureDuration(run: () => Promise<unknown>): Promise<number | undefined> {
  const startedAt = performance.now();
  return run().then(
    () => performance.now() - startedAt,
    () => undefined,
  );
}
