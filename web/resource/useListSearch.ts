import { useDeferredValue, useMemo } from "react";
import { useClearQueryParams } from "../hooks/useClearQueryParams.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { useSearchText } from "../hooks/useSearchText.ts";
import { searchTerms } from "./search.ts";

/** What a list is searched for, in words, beside filters of these names in the address; `clear` takes all of it away. */
export function useListSearch(names: readonly string[]) {
  const [text, setText] = useSearchText();
  const filters = useClearQueryParams(["q", ...names]);
  const typed = useDeferredValue(text);
  const words = useMemo(() => searchTerms(typed), [typed]);
  const clear = useEvent(() => {
    setText("");
    filters.clear();
  });
  return { text, setText, terms: words, isFiltered: filters.hasAny || text !== "", clear };
}
