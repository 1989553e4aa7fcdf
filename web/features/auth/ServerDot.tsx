import { useEffect, useState } from "react";
import { say } from "../../lib/language.ts";
import { ConnectionDot } from "../../ui/ConnectionDot.tsx";

const askEveryMs = 10_000;

/** Whether the portal answers at all, before anybody is signed in; asked again while shown. */
export function ServerDot() {
  const [down, setDown] = useState<string>();
  useEffect(() => {
    const asking = new AbortController();
    async function ask() {
      const ready = await fetch("/readyz", { signal: asking.signal })
        .then(({ ok }) => ok)
        .catch(() => false);
      if (!asking.signal.aborted) setDown((since) => (ready ? undefined : (since ?? timeNow())));
    }
    void ask();
    const timer = setInterval(() => void ask(), askEveryMs);
    return () => {
      asking.abort();
      clearInterval(timer);
    };
  }, []);
  const state = down === undefined ? ({ kind: "live" } as const) : ({ kind: "offline", since: down } as const);
  return <ConnectionDot state={state} liveText={say("Server reachable")} />;
}

function timeNow(): string {
  return new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
