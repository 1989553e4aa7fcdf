import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";

test("the additional secret has the same minimum length", () => {
  const JWT_SECRET = "x".repeat(32);
  expect(readConfig({ JWT_SECRET, JWT_SECRET_ALSO: "y".repeat(32) }).previousJwtSecret).toBe("y".repeat(32));
  expect(() => readConfig({ JWT_SECRET, JWT_SECRET_ALSO: "y" })).toThrow(
    /^Wrong setting: JWT_SECRET_ALSO must [^\n]*$/,
  );
});

describe("trusted proxies", { tags: "requirement-33" }, () => {
  const secret = { JWT_SECRET: "x".repeat(32) };

  test("are empty, or addresses and networks", () => {
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
