import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { store } from "../hooks/store.ts";
import type { ConnectionState } from "./ConnectionStatus.tsx";
import { type Connection, connectionAtom } from "./connection.ts";

/** Whether this window is live, and since when. */
export function useConnection(): Connection {
  return useAtomValue(connectionAtom, { store });
}

/** The connection as the header shows it, its seconds running. */
export function useConnectionState(): ConnectionState {
  const connection = useConnection();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (connection.kind !== "reconnecting") return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [connection]);
  if (connection.kind === "live" || connection.kind === "crowded") return { kind: connection.kind };
  if (connection.kind === "reconnecting")
    return { kind: "reconnecting", seconds: Math.max(0, Math.round((now - connection.since) / 1000)) };
  return {
    kind: "offline",
    since: new Date(connection.since).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }),
  };
}
