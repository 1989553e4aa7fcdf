import { expect, test } from "vitest";
import { buildWhatsappUrl, toWhatsappNumber } from "../../web/domain/ownerMessage.ts";

test.each([
  ["0300-1234567", "923001234567"],
  ["+92 300 1234567", "923001234567"],
  ["0092(300)1234567", "923001234567"],
  ["3001234567", "923001234567"],
  ["92-300-1234567", "923001234567"],
  ["042-37050859", undefined],
  ["0300-123456", undefined],
  ["+1 300 1234567", undefined],
  ["0300-1234567 / 0301-7654321", undefined],
  ["javascript:alert(1)", undefined],
  ["", undefined],
])("the mobile number %j has the WhatsApp number %s", (mobile, number) => {
  expect(toWhatsappNumber(mobile)).toBe(number);
});

test("the text of a WhatsApp link is escaped in its URL", () => {
  expect(buildWhatsappUrl("0300-1234567", "Due: Rs 5 & more?x=#1")).toBe(
    "https://wa.me/923001234567?text=Due%3A%20Rs%205%20%26%20more%3Fx%3D%231",
  );
});
