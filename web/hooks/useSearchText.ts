import { useEffect, useState } from "react";
import { useEvent } from "./useEvent.ts";
import { useUrlState } from "./useUrlState.ts";

const debounceMs = 200;

/** The search text: shown as typed, written to `q` in the address after a pause. */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [urlText, setUrlText] = useUrlState("q", "", "replace");
  const [typed, setTyped] = useState(urlText);
  const [written, setWritten] = useState(urlText);
  const [seen, setSeen] = useState(urlText);
  const write = useEvent(setUrlText);

  // The address changes by the Back button or a link, which replace the text, and by this hook itself, which does not.
  if (urlText !== seen) {
    setSeen(urlText);
    if (urlText !== written) {
      setWritten(urlText);
      setTyped(urlText);
    }
  }

  useEffect(() => {
    if (typed === written) return;
    const writeNow = () => {
      setWritten(typed);
      write(typed);
    };
    const timer = setTimeout(writeNow, debounceMs);
    // A user who leaves the page before the pause finds the search again on return.
    document.addEventListener("focusout", writeNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", writeNow);
    };
  }, [typed, written, write]);

  return [typed, setTyped];
}
