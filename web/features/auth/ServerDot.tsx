import { useEffect, useState } from "react";
import { ConnectionDot } from "../../ui/ConnectionDot.tsx";

/** Whether the portal answers at all, before anybody is signed in. */
export function ServerDot() {
  const [down, setDown] = useState<string>();
  useEffect(() => {
    const asking = new AbortController();
    fetch("/readyz", { signal: asking.signal })
      .then((answer) => setDown(answer.ok ? undefined : timeNow()))
      .catch(() => {
        if (!asking.signal.aborted) setDown(timeNow());
      });
    return () => asking.abort();
  }, []);
  return <ConnectionDot state={down === undefined ? { kind: "live" } : { kind: "offline", since: down }} />;
}

function timeNow(): string {
  return new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
