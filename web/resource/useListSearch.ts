import { useDeferredValue, useMemo } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { useSearchText } from "../hooks/useSearchText.ts";
import { useClearQueryParams } from "../hooks/useUrlState.ts";
import { searchTerms } from "./search.ts";

/** The search text of a list and its terms. `clear` also removes these filter parameters from the address. */
export function useListSearch(filterParams: readonly string[]) {
  const [text, setText] = useSearchText();
  const params = useClearQueryParams(["q", ...filterParams]);
  const deferredText = useDeferredValue(text);
  const terms = useMemo(() => searchTerms(deferredText), [deferredText]);
  const clear = useEvent(() => {
    setText("");
    params.clear();
  });
  return { text, setText, terms, isFiltered: params.hasAny || text !== "", clear };
}
