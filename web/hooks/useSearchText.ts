import { useEffect, useState } from "react";
import { useEvent } from "./useEvent.ts";
import { useUrlState } from "./useUrlState.ts";

const debounceMs = 200;

/** The search text: shown as typed, written to `q` in the address after a pause. */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [urlText, setUrlText] = useUrlState("q", "", "replace");
  const [typed, setTyped] = useState(urlText);
  const [written, setWritten] = useState(urlText);
  const [lastUrlText, setLastUrlText] = useState(urlText);
  const write = useEvent(setUrlText);

  // The address changes by this hook, or by the Back button or a link: only the latter replace the typed text.
  if (urlText !== lastUrlText) {
    setLastUrlText(urlText);
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
    // Written before the user leaves the page, so that the Back button restores it.
    document.addEventListener("focusout", writeNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", writeNow);
    };
  }, [typed, written, write]);

  return [typed, setTyped];
}
