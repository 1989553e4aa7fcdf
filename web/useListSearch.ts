import { useDeferredValue, useMemo } from "react";
import { searchTerms } from "./resourceSearch.ts";
import { useEvent } from "./ui/useHandler.ts";
import { useClearQueryParams } from "./useClearUrl.ts";
import { useSearchText } from "./useSearchText.ts";

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
