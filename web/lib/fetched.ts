import type { io } from "socket.io-client";
import type { live } from "./live.ts";

/** Fetches what opens lines, which the sign-in page is shown without; again where it cannot be had. */
export function fetchLine(): Promise<typeof io> {
  return fetched(async () => (await import("socket.io-client")).io);
}

/** Fetches what keeps screens live, which the sign-in page is shown without too. */
export function fetchLive(): Promise<typeof live> {
  return fetched(async () => (await import("./live.ts")).live);
}

const againMs = 3_000;

async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, againMs));
    return fetched(load);
  }
}
