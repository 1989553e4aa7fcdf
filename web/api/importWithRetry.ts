import type { io } from "socket.io-client";
import type { liveClient } from "../live/liveClient.ts";

/** Fetches what opens lines, which the sign-in page is shown without; again where it cannot be had. */
export function loadSocketClient(): Promise<typeof io> {
  return importWithRetry(async () => (await import("socket.io-client")).io);
}

/** Fetches what keeps screens live, which the sign-in page is shown without too. */
export function loadLiveClient(): Promise<typeof liveClient> {
  return importWithRetry(async () => (await import("../live/liveClient.ts")).liveClient);
}

const retryAfterMs = 3_000;

async function importWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return importWithRetry(load);
  }
}
