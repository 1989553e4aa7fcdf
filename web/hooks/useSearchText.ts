import { useEffect, useState } from "react";
import { useEvent } from "./useEvent.ts";
import { useUrlState } from "./useUrlState.ts";

const debounceMs = 200;

/** What is searched for: shown as typed, kept as `q` in the address once the typing rests. */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [kept, keep] = useUrlState("q", "", "typed");
  const [typed, setTyped] = useState(kept);
  const [written, setWritten] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const write = useEvent(keep);

  // The address may change by the Back button or a link; one's own writing also comes back that way, later.
  if (kept !== seen) {
    setSeen(kept);
    if (kept !== written) {
      setWritten(kept);
      setTyped(kept);
    }
  }

  useEffect(() => {
    if (typed === written) return;
    const keepNow = () => {
      setWritten(typed);
      write(typed);
    };
    const rest = setTimeout(keepNow, debounceMs);
    // Who goes elsewhere at once comes back to what was searched for.
    document.addEventListener("focusout", keepNow);
    return () => {
      clearTimeout(rest);
      document.removeEventListener("focusout", keepNow);
    };
  }, [typed, written, write]);

  return [typed, setTyped];
}
