import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, request } from "../api/request.ts";
import { waitForSubscription } from "./connection.ts";
import { useConnection } from "./useConnectionState.ts";
import { useOnChange } from "./useOnChange.ts";

const minIntervalMs = 1_000;

interface QueryState<Answer> {
  path: string;
  data: Answer | undefined;
  error: ApiError | undefined;
}

/**
 * An answer of the server that is not a list of records, read again whenever it is told that it has moved, at most once a second.
 * `heard` are the names that it is told by and must be stable; with `null` for its path it is not read at all.
 */
export function useLiveQuery<Answer>(path: string | null, heard: readonly string[]) {
  const [known, setKnown] = useState<QueryState<Answer>>();
  const [turn, setTurn] = useState(0);
  const look = useRef<() => void>(undefined);
  const lookNow = useCallback(() => look.current?.(), []);
  useOnChange(heard, lookNow);
  useOnReconnect(lookNow);

  useEffect(() => {
    if (path === null || turn < 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    let busy = false;
    let again = false;
    let pause: ReturnType<typeof setTimeout> | undefined;

    async function read(of: string) {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        // What is followed is announced at the end of this moment; only then is there something to wait for.
        await Promise.resolve().then(waitForSubscription);
        if (signal.aborted) return;
        const answer = await request<Answer>({ method: "get", path: of, signal });
        setKnown({ path: of, data: answer, error: undefined });
      } catch (error) {
        if (signal.aborted) return;
        const problem = error instanceof ApiError ? error : new ApiError({ status: 0, message: "API request failed" });
        setKnown((before) => ({ path: of, data: before?.path === of ? before.data : undefined, error: problem }));
      }
      pause = setTimeout(() => {
        busy = false;
        if (!again) return;
        again = false;
        void read(of);
      }, minIntervalMs);
    }

    look.current = () => void read(path);
    void read(path);
    return () => {
      abort.abort();
      clearTimeout(pause);
      look.current = undefined;
    };
  }, [path, turn]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const mine = known?.path === path ? known : undefined;
  return { data: mine?.data, error: mine?.error, loading: mine === undefined && path !== null, refetch: again };
}

/** What moved while there was no line was told to nobody. */
function useOnReconnect(run: () => void): void {
  const { kind } = useConnection();
  const before = useRef(kind);
  useEffect(() => {
    if (kind === "live" && before.current !== "live") run();
    before.current = kind;
  }, [kind, run]);
}
