import type { io } from "socket.io-client";
import { importWithRetry } from "../hooks/importWithRetry.ts";

let markRendered = () => {};
const firstRender = new Promise<void>((resolve) => {
  markRendered = resolve;
});

/** Called after the first render of the app, for which `loadSocketClient` waits on the dashboard. */
export function handleFirstRender(): void {
  markRendered();
}

/**
 * Loads the Socket.IO client. The dashboard is rendered first, because its figures are prefetched. Other screens need
 * the client at once: they read their lists only when the connection is open. This function has a file of its own, so
 * that startup can call it without importing the live client.
 */
export async function loadSocketClient(): Promise<typeof io> {
  if (location.pathname === "/") await firstRender;
  return importWithRetry(async () => (await import("socket.io-client")).io);
}
