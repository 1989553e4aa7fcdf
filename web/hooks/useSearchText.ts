import { useEffect, useState } from "react";
import { maxSearchLength } from "../../shared/text.ts";
import { useEvent } from "./useEvent.ts";
import { useUrlState } from "./useUrlState.ts";

const debounceMs = 200;

/** The search text and its setter. The text is shown as typed, and written to `q` in the address after a pause. */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [addressText, setUrlText] = useUrlState("q", "", "replace");
  const urlText = addressText.slice(0, maxSearchLength);
  const [typedText, setTypedText] = useState(urlText);
  const [writtenText, setWrittenText] = useState(urlText);
  const [lastUrlText, setLastUrlText] = useState(urlText);
  const write = useEvent(setUrlText);

  // The Back button or a link replaces the typed text; a change of the address by this hook does not.
  if (urlText !== lastUrlText) {
    setLastUrlText(urlText);
    if (urlText !== writtenText) {
      setWrittenText(urlText);
      setTypedText(urlText);
    }
  }

  useEffect(() => {
    if (typedText === writtenText) return;
    const writeNow = () => {
      setWrittenText(typedText);
      write(typedText);
    };
    const timer = setTimeout(writeNow, debounceMs);
    // Written before the user leaves the page, so that the Back button restores the text.
    document.addEventListener("focusout", writeNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", writeNow);
    };
  }, [typedText, writtenText, write]);

  return [typedText, setTypedText];
}
