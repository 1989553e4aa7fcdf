import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";

test("JWT_SECRET_ALSO must have the same minimum length as JWT_SECRET", () => {
  const JWT_SECRET = "x".repeat(32);
  expect(readConfig({ JWT_SECRET, JWT_SECRET_ALSO: "y".repeat(32) }).secondJwtSecret).toBe("y".repeat(32));
  expect(() => readConfig({ JWT_SECRET, JWT_SECRET_ALSO: "y" })).toThrow(
    /^Wrong setting: JWT_SECRET_ALSO must [^\n]*$/,
  );
});

describe("trusted proxies", { tags: "requirement-33" }, () => {
  const secret = { JWT_SECRET: "x".repeat(32) };

  test("are none by default, or a list of addresses and networks", () => {
    expect(readConfig(secret).trustedProxies).toEqual([]);
    const TRUSTED_PROXIES = "loopback, 10.0.0.5,10.1.0.0/16 , fd00::/8";
    expect(readConfig({ ...secret, TRUSTED_PROXIES }).trustedProxies).toEqual([
      "loopback",
      "10.0.0.5",
      "10.1.0.0/16",
      "fd00::/8",
    ]);
  });

  test.each(["true", "*", "10.0.0.0/33", "10.0.0.0/0", "10.0.0", "proxy.example.org", "loopback,"])(
    "cannot be %j: the start fails with one message",
    (TRUSTED_PROXIES) => {
      expect(() => readConfig({ ...secret, TRUSTED_PROXIES })).toThrow(/^Wrong setting: TRUSTED_PROXIES must [^\n]*$/);
    },
  );
});

describe("the public address", { tags: "requirement-40" }, () => {
  const secret = { JWT_SECRET: "x".repeat(32) };

  test.each([
    ["https://portal.example.org", "https://portal.example.org"],
    ["https://Portal.example.org:443/", "https://portal.example.org"],
    ["http://10.0.0.5:3000//", "http://10.0.0.5:3000"],
    ["https://example.org//portal///a/", "https://example.org/portal/a"],
  ])("%s becomes %s, so that links in emails have no double slashes", (PUBLIC_URL, publicUrl) => {
    expect(readConfig({ ...secret, PUBLIC_URL }).publicUrl).toBe(publicUrl);
  });

  test.each([
    "ftp://portal.example.org",
    "javascript:alert(1)",
    "portal.example.org",
    "https://user:password@portal.example.org",
    "https://portal.example.org/?a=1",
    "https://portal.example.org/#a",
  ])("cannot be %s: the start fails with one message", (PUBLIC_URL) => {
    expect(() => readConfig({ ...secret, PUBLIC_URL })).toThrow(/^Wrong setting: PUBLIC_URL must [^\n]*$/);
  });
});
