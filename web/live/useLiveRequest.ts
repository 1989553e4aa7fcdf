import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, request } from "../api/request.ts";
import { useConnectionState, waitForSubscription } from "./connection.ts";
import { useOnChange } from "./useOnChange.ts";

const minIntervalMs = 1_000;

interface QueryState<Data> {
  /** The path and body of the request. */
  key: string;
  data: Data | undefined;
  error: ApiError | undefined;
}

/**
 * Fetches a response that is not a list of records, and fetches it again after changes of `resources` (names of
 * resources or topics), at most once a second. Keep `resources` stable between renders. Fetches nothing while `path` is
 * null. A body is sent with POST.
 */
export function useLiveRequest<Data>(path: string | null, resources: readonly string[], body?: unknown) {
  const bodyText = body === undefined ? "" : JSON.stringify(body);
  const key = `${path} ${bodyText}`;
  const [state, setState] = useState<QueryState<Data>>();
  const [retries, setRetries] = useState(0);
  const fetchNow = useRef<() => void>(undefined);
  const handleChange = useCallback(() => fetchNow.current?.(), []);
  useOnChange(resources, handleChange);
  useOnReconnect(handleChange);

  useEffect(() => {
    // `retries` is never negative; the effect reads it so that refetch() runs the effect again.
    if (path === null || retries < 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    /** From a request until `minIntervalMs` after its response. */
    let isBusy = false;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function fetchData(queryPath: string) {
      if (isBusy) {
        isStale = true;
        return;
      }
      isBusy = true;
      try {
        await waitForSubscription();
        if (signal.aborted) return;
        const data = await request<Data>({
          path: queryPath,
          signal,
          ...(bodyText === "" ? { method: "get" } : { method: "post", body: JSON.parse(bodyText) }),
        });
        setState({ key, data, error: undefined });
      } catch (cause) {
        if (signal.aborted) return;
        const error = cause instanceof ApiError ? cause : new ApiError({ status: 0, message: "API request failed" });
        setState((previous) => ({
          key,
          data: previous?.key === key ? previous.data : undefined,
          error,
        }));
      }
      timer = setTimeout(() => {
        isBusy = false;
        if (!isStale) return;
        isStale = false;
        void fetchData(queryPath);
      }, minIntervalMs);
    }

    fetchNow.current = () => void fetchData(path);
    void fetchData(path);
    return () => {
      controller.abort();
      clearTimeout(timer);
      fetchNow.current = undefined;
    };
  }, [path, key, bodyText, retries]);

  const refetch = useCallback(() => setRetries((count) => count + 1), []);
  const current = state?.key === key ? state : undefined;
  return { data: current?.data, error: current?.error, loading: current === undefined && path !== null, refetch };
}

/** Calls back after a reconnect, because the server does not repeat the events that this window has missed. */
function useOnReconnect(handleReconnect: () => void): void {
  const { kind } = useConnectionState();
  const previousKind = useRef(kind);
  useEffect(() => {
    if (kind === "live" && previousKind.current !== "live") handleReconnect();
    previousKind.current = kind;
  }, [kind, handleReconnect]);
}
