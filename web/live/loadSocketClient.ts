import type { io } from "socket.io-client";
import { importWithRetry } from "../hooks/importWithRetry.ts";

/** Loads the Socket.IO client. A file of its own, so that startup can preload it without importing the live client. */
export function loadSocketClient(): Promise<typeof io> {
  return importWithRetry(async () => (await import("socket.io-client")).io);
}
