import { useEffect, useState } from "react";
import { displayStatus } from "../../../shared/endpoints/wall.ts";
import { callEndpoint } from "../../api/request.ts";

const pollIntervalMs = 60_000;

/** When each display was last there, by its id; asked for now and then, as that is no change of anything. */
export function useDisplayLastSeen(displays: readonly object[]): ReadonlyMap<number, string | null> {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | null>>(new Map());
  useEffect(() => {
    if (displays.length === 0) return;
    let gone = false;
    async function read() {
      try {
        const { data } = await callEndpoint<{ data: { DisplayID: number; LastSeenAt: string | null }[] }>(
          displayStatus,
        );
        if (!gone) setSeen(new Map(data.map(({ DisplayID, LastSeenAt }) => [DisplayID, LastSeenAt])));
      } catch {
        // What was known stays, and is asked for again.
      }
    }
    void read();
    const timer = setInterval(() => void read(), pollIntervalMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [displays]);
  return seen;
}
