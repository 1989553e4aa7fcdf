import { useDeferredValue, useMemo } from "react";
import { wordsOf } from "./resourceSearch.ts";
import { useHandler } from "./ui/useHandler.ts";
import { useClearUrl } from "./useClearUrl.ts";
import { useSearchText } from "./useSearchText.ts";

/** What a list is searched for, in words, beside filters of these names in the address; `clear` takes all of it away. */
export function useListSearch(names: readonly string[]) {
  const [text, setText] = useSearchText();
  const filters = useClearUrl(["q", ...names]);
  const typed = useDeferredValue(text);
  const words = useMemo(() => wordsOf(typed), [typed]);
  const clear = useHandler(() => {
    setText("");
    filters.clear();
  });
  return { text, setText, words, narrowed: filters.some || text !== "", clear };
}
