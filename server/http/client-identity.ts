import type { Request, Response } from "express";

/* Identifies the sender of a request without a session by its IP address and its device cookie, for sign-in limits. */

const deviceCookieName = "device";
/** The maximum lifetime that browsers accept. */
const deviceCookieMs = 400 * 24 * 3_600_000;

/** The part of an address that one client controls: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function toClientAddress(ipAddress: string): string {
  const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1];
  if (mappedIPv4 !== undefined) return mappedIPv4;
  if (!ipAddress.includes(":")) return ipAddress;
  const [start = [], end = []] = ipAddress.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0");
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The token of the device cookie, see `Tokens.issueForDevice`; empty without one. */
export function readDeviceCookie(req: Request): string {
  const cookies = (req.get("cookie") ?? "").split(/; */);
  const prefix = `${deviceCookieName}=`;
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
}

/** Sets the device cookie. The browser sends it only to this path, and scripts cannot read it. */
export function setDeviceCookie(req: Request, res: Response, token: string): void {
  res.cookie(deviceCookieName, token, {
    httpOnly: true,
    sameSite: "strict",
    secure: req.secure,
    path: `${req.baseUrl}${req.path}`,
    maxAge: deviceCookieMs,
  });
}
