// @module-tag requirement-9
import { expect, test } from "vitest";
import { toClientAddress } from "../../server/http/client-identity.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::7", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["", ""],
])("the IP address %s counts as the client %s in rate limits", (ipAddress, client) => {
  expect(toClientAddress(ipAddress)).toBe(client);
});
