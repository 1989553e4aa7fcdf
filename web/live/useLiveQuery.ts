import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, request } from "../api/request.ts";
import { useConnection, waitForSubscription } from "./connection.ts";
import { useOnChange } from "./useOnChange.ts";

const minIntervalMs = 1_000;

interface QueryState<Data> {
  path: string;
  data: Data | undefined;
  error: ApiError | undefined;
}

/**
 * A response that is not a list of records, fetched again after changes of `resources`, at most once a second.
 * `resources` must be stable; with `null` for its path nothing is fetched.
 */
export function useLiveQuery<Data>(path: string | null, resources: readonly string[]) {
  const [state, setState] = useState<QueryState<Data>>();
  const [retries, setRetries] = useState(0);
  const fetchNow = useRef<() => void>(undefined);
  const handleChange = useCallback(() => fetchNow.current?.(), []);
  useOnChange(resources, handleChange);
  useOnReconnect(handleChange);

  useEffect(() => {
    if (path === null || retries < 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isBusy = false;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function fetchData(from: string) {
      if (isBusy) {
        isStale = true;
        return;
      }
      isBusy = true;
      try {
        // The subscription is sent in a microtask; waiting one makes waitForSubscription() wait for that one.
        await Promise.resolve().then(waitForSubscription);
        if (signal.aborted) return;
        const data = await request<Data>({ method: "get", path: from, signal });
        setState({ path: from, data, error: undefined });
      } catch (cause) {
        if (signal.aborted) return;
        const error = cause instanceof ApiError ? cause : new ApiError({ status: 0, message: "API request failed" });
        setState((before) => ({ path: from, data: before?.path === from ? before.data : undefined, error }));
      }
      timer = setTimeout(() => {
        isBusy = false;
        if (!isStale) return;
        isStale = false;
        void fetchData(from);
      }, minIntervalMs);
    }

    fetchNow.current = () => void fetchData(path);
    void fetchData(path);
    return () => {
      controller.abort();
      clearTimeout(timer);
      fetchNow.current = undefined;
    };
  }, [path, retries]);

  const refetch = useCallback(() => setRetries((before) => before + 1), []);
  const current = state?.path === path ? state : undefined;
  return { data: current?.data, error: current?.error, loading: current === undefined && path !== null, refetch };
}

/** The server does not repeat events that were missed while disconnected. */
function useOnReconnect(run: () => void): void {
  const { kind } = useConnection();
  const before = useRef(kind);
  useEffect(() => {
    if (kind === "live" && before.current !== "live") run();
    before.current = kind;
  }, [kind, run]);
}
