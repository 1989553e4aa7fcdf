import { useCallback, useEffect, useState } from "react";
import { me, welcome } from "../../../shared/endpoints/auth.ts";
import { timeLine } from "../../lib/connection.ts";
import { call } from "../../lib/request.ts";
import { useSession } from "../../lib/session.ts";
import { useConnection } from "../../lib/useConnectionState.ts";

/** What was found out about portal and line; undefined where nothing answered. Times in milliseconds. */
export interface Findings {
  /** The server is there. */
  alive: boolean;
  /** It reaches its database. */
  ready: boolean;
  /** There and back over REST. */
  rest: number | undefined;
  /** There and back over the line. */
  line: number | undefined;
  /** How far the server's clock is ahead of this browser's; to about a second. */
  ahead: number | undefined;
}

const everyMs = 5_000;

/** Tries the portal at once, `again` on demand and every few seconds while the page is in sight. Nothing is found until the first trial is over. */
export function useSelfTest(): { findings: Findings | undefined; again: () => void } {
  const signedIn = useSession() !== undefined;
  const live = useConnection().kind === "live";
  const [findings, setFindings] = useState<Findings>();
  const again = useCallback(() => void measure({ signedIn, live }).then(setFindings), [signedIn, live]);
  useEffect(() => {
    again();
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [again]);
  return { findings, again };
}

async function measure({ signedIn, live }: { signedIn: boolean; live: boolean }): Promise<Findings> {
  const [health, ready] = await Promise.all([ask("/healthz"), ask("/readyz")]);
  const rest = await timed(() => call(signedIn ? me : welcome));
  const line = live ? await timeLine() : undefined;
  return { alive: health.says?.ok === true, ready: ready.says?.ready === true, rest, line, ahead: health.ahead };
}

async function ask(path: string): Promise<{ says?: Record<string, unknown>; ahead?: number }> {
  try {
    const sent = Date.now();
    const response = await fetch(path, { cache: "no-store" });
    const middle = (sent + Date.now()) / 2;
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header tells whole seconds that have begun.
    const ahead = Number.isNaN(date) ? undefined : date + 500 - middle;
    return { says: await response.json(), ahead };
  } catch {
    return {};
  }
}

async function timed(run: () => Promise<unknown>): Promise<number | undefined> {
  const sent = performance.now();
  return run().then(
    () => performance.now() - sent,
    () => undefined,
  );
}
