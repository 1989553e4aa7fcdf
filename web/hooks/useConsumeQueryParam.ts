import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { useEvent } from "./useEvent.ts";
import { useUpdateQuery } from "./useUpdateQuery.ts";

interface ConsumeQueryParamOptions {
  /** The parameter that asks. */
  name: string;
  /** Gets what the address has for `fields`. */
  onPresent: (values: ReadonlyMap<string, string>) => void;
  /** Whether it may be done, and already can be. */
  ready: boolean;
  fields?: readonly string[];
}

/**
 * Does once what the address asks for, and takes the question with its fields out of the address, so that neither the Back
 * button nor a reload does it again.
 */
export function useConsumeQueryParam({ name, onPresent, ready, fields = [] }: ConsumeQueryParamOptions): void {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const asked = ready && params.has(name);
  const handle = useEvent(() => {
    change((query) => {
      for (const each of [name, ...fields]) query.delete(each);
    }, "typed");
    onPresent(
      new Map(fields.flatMap((field) => (params.has(field) ? [[field, params.get(field) ?? ""] as const] : []))),
    );
  });
  useEffect(() => {
    if (asked) handle();
  }, [asked, handle]);
}
