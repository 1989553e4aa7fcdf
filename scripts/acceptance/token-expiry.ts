import jwt from "jsonwebtoken";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";

const JWT_SECRET = "known to this measurement and nobody else";
const lifetimeMs = 3_000;
const maxDelayMs = 1_000;
const tokenClaims = z.looseObject({ exp: z.int(), iat: z.int() });

/** Sockets of tokens that end in a moment, and what such a token is good for afterwards. */
export function measureTokenExpiry(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET };
  return withPortal(place, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const told = tokenClaims.parse(jwt.verify(admin.token ?? "", JWT_SECRET));
    const exp = Math.ceil((Date.now() + lifetimeMs) / 1_000);
    admin.token = jwt.sign({ ...told, exp }, JWT_SECRET, { algorithm: "HS256" });
    const before = (await admin.send({ path: "/api/me" })).status;
    const late = await Promise.all(
      Array.from({ length: 5 }, () => measureCloseDelay(portal.url, { token: admin.token, exp })),
    );
    const after = (await admin.send({ path: "/api/me" })).status;
    const latest = Math.max(...late);
    return {
      summary: `${late.length} sockets closed at most ${formatMs(latest)} after their token's end; the token before: ${before}, after: ${after}`,
      passed: before === 200 && after === 401 && Math.min(...late) > -maxDelayMs && latest <= maxDelayMs,
    };
  });
}

/** Milliseconds from the end of the token until the portal closes its socket. */
async function measureCloseDelay(
  url: string,
  { token, exp }: { token: string | undefined; exp: number },
): Promise<number> {
  const socket: Socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("disconnect", () => resolve(Date.now() - exp * 1_000));
  });
}
