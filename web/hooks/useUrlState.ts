import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useEvent } from "./useEvent.ts";

/** `push` adds a step for the Back button: a chosen filter. `replace` adds none: typed text, a sort order. */
type HistoryMode = "push" | "replace";

/** A value stored in the query of the address; the default value is not stored. */
export function useUrlState(
  name: string,
  defaultValue: string,
  mode: HistoryMode = "push",
): readonly [string, (value: string) => void] {
  const [params] = useSearchParams();
  const update = useUpdateQuery();
  const setValue = useCallback(
    (value: string) => {
      update((query) => {
        if (value === defaultValue) query.delete(name);
        else query.set(name, value);
      }, mode);
    },
    [name, defaultValue, mode, update],
  );
  return [params.get(name) ?? defaultValue, setValue];
}

/** Changes the query as it is in the address now, so that two changes before the next render are both kept. */
export function useUpdateQuery(): (change: (query: URLSearchParams) => void, mode: HistoryMode) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, mode) => {
      const query = new URLSearchParams(window.location.search);
      const previous = query.toString();
      change(query);
      if (query.toString() !== previous) setParams(query, { replace: mode === "replace" });
    },
    [setParams],
  );
}

/**
 * How many of these parameters the address has, and a function that removes all of them in one step. `clearCount`, as
 * the key of a control, also resets text there that is not in the address.
 */
export function useClearQueryParams(names: readonly string[]) {
  const [params] = useSearchParams();
  const update = useUpdateQuery();
  const [clearCount, setClearCount] = useState(0);
  const clear = useEvent(() => {
    setClearCount((previous) => previous + 1);
    update((query) => {
      for (const name of names) query.delete(name);
    }, "push");
  });
  const count = names.filter((name) => params.has(name)).length;
  return { count, hasAny: count > 0, clear, clearCount };
}

interface ConsumeQueryParamOptions {
  /** The parameter that triggers `onPresent`. */
  name: string;
  /** Called with the values of `valueParams` that the address has. */
  onPresent: (values: ReadonlyMap<string, string>) => void;
  /** While false the parameter stays in the address. */
  ready: boolean;
  /** Further parameters, passed to `onPresent` and removed together with `name`. */
  valueParams?: readonly string[] | undefined;
}

/** Runs once when the address has the parameter, and removes it, so that Back and reload do not run it again. */
export function useConsumeQueryParam({ name, onPresent, ready, valueParams = [] }: ConsumeQueryParamOptions): void {
  const [params] = useSearchParams();
  const update = useUpdateQuery();
  const isPresent = ready && params.has(name);
  const handle = useEvent(() => {
    update((query) => {
      for (const param of [name, ...valueParams]) query.delete(param);
    }, "replace");
    const values = valueParams.flatMap((param) =>
      params.has(param) ? [[param, params.get(param) ?? ""] as const] : [],
    );
    onPresent(new Map(values));
  });
  useEffect(() => {
    if (isPresent) handle();
  }, [isPresent, handle]);
}
