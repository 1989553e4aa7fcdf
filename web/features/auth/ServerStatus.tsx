import { useEffect, useState } from "react";
import { t } from "../../i18n/t.ts";
import { ConnectionStatus } from "../../live/ConnectionStatus.tsx";

const pollIntervalMs = 10_000;

/** Whether the portal answers at all, before anybody is signed in; asked again while shown. */
export function ServerStatus() {
  const [down, setDown] = useState<string>();
  useEffect(() => {
    const asking = new AbortController();
    async function ask() {
      const ready = await fetch("/readyz", { signal: asking.signal })
        .then(({ ok }) => ok)
        .catch(() => false);
      if (!asking.signal.aborted) setDown((since) => (ready ? undefined : (since ?? currentTime())));
    }
    void ask();
    const timer = setInterval(() => void ask(), pollIntervalMs);
    return () => {
      asking.abort();
      clearInterval(timer);
    };
  }, []);
  const state = down === undefined ? ({ kind: "live" } as const) : ({ kind: "offline", since: down } as const);
  return <ConnectionStatus state={state} liveText={t("Server reachable")} />;
}

function currentTime(): string {
  return new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
