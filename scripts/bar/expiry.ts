import jwt from "jsonwebtoken";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { atPortal, type Place } from "./place.ts";
import { Visitor } from "./visitor.ts";

const JWT_SECRET = "known to this measurement and nobody else";
const livesForMs = 3_000;
const latestMs = 1_000;
const claims = z.looseObject({ exp: z.int(), iat: z.int() });

/** Sockets of tokens that end in a moment, and what such a token is good for afterwards. */
export function measureExpiry(place: Place): Promise<Finding> {
  const settings = { JWT_SECRET };
  return atPortal(place, settings, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    const told = claims.parse(jwt.verify(admin.token ?? "", JWT_SECRET));
    const exp = Math.ceil((Date.now() + livesForMs) / 1_000);
    admin.token = jwt.sign({ ...told, exp }, JWT_SECRET, { algorithm: "HS256" });
    const before = (await admin.call({ path: "/api/me" })).status;
    const late = await Promise.all(
      Array.from({ length: 5 }, () => closedAfter(portal.url, { token: admin.token, exp })),
    );
    const after = (await admin.call({ path: "/api/me" })).status;
    const latest = Math.max(...late);
    return {
      figure: `${late.length} sockets closed at most ${ms(latest)} after their token's end; the token before: ${before}, after: ${after}`,
      holds: before === 200 && after === 401 && Math.min(...late) > -latestMs && latest <= latestMs,
    };
  });
}

/** Milliseconds from the end of the token until the portal closes its socket. */
async function closedAfter(url: string, { token, exp }: { token: string | undefined; exp: number }): Promise<number> {
  const socket: Socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("disconnect", () => resolve(Date.now() - exp * 1_000));
  });
}
