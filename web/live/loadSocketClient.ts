import type { io } from "socket.io-client";
import { importWithRetry } from "../api/importWithRetry.ts";

/** Loads the Socket.IO client, which the sign-in page does not need. */
export function loadSocketClient(): Promise<typeof io> {
  return importWithRetry(async () => (await import("socket.io-client")).io);
}
