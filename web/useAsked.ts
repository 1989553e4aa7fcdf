import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { useChangeQuery } from "./lib/useChangeQuery.ts";
import { useHandler } from "./ui/useHandler.ts";

interface Asked {
  /** The parameter that asks. */
  name: string;
  /** Gets what the address has for `fields`. */
  run: (values: ReadonlyMap<string, string>) => void;
  /** Whether it may be done, and already can be. */
  ready: boolean;
  fields?: readonly string[];
}

/**
 * Does once what the address asks for, and takes the question with its fields out of the address, so that neither the Back
 * button nor a reload does it again.
 */
export function useAsked({ name, run, ready, fields = [] }: Asked): void {
  const [params] = useSearchParams();
  const change = useChangeQuery();
  const asked = ready && params.has(name);
  const handle = useHandler(() => {
    change((query) => {
      for (const each of [name, ...fields]) query.delete(each);
    }, "typed");
    run(new Map(fields.flatMap((field) => (params.has(field) ? [[field, params.get(field) ?? ""] as const] : []))));
  });
  useEffect(() => {
    if (asked) handle();
  }, [asked, handle]);
}
