/** A smaller difference is ignored, because a slow answer can cause it. */
const minOffsetMs = 60_000;
/** Server time minus the time of this device; it is corrected when it is wrong by `minOffsetMs`. */
let offsetMs = 0;

/** The time by the server's clock, because that of this device can be wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Fetches from the server, and corrects `serverNow` by the time in its answer. */
export async function fetchAndSyncClock(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(url, init);
  const measured = measureClockOffset(response, sentAt);
  if (measured !== undefined && Math.abs(measured - offsetMs) >= minOffsetMs) offsetMs = measured;
  return response;
}

/**
 * Server time minus the time of this device in ms, from an answer that has just come to a request that was sent at
 * `sentAt`, in ms since 1970 by this device's clock. Its error is at most half a second and half of the time that the
 * request took; undefined if that was too long.
 */
export function measureClockOffset({ headers }: Response, sentAt: number): number | undefined {
  const receivedAt = Date.now();
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date) || receivedAt - sentAt >= minOffsetMs) return undefined;
  // The Date header is rounded down to the second: add half a second.
  return date + 500 - (sentAt + receivedAt) / 2;
}
