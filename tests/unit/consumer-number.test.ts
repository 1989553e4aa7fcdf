import fc from "fast-check";
import { expect, test } from "vitest";
import { consumerNumber, formatConsumerNumber, parseConsumerNumber } from "../../shared/domain/consumer-number.ts";

const consumerNumbers = fc
  .record({ prefixNumber: fc.integer({ min: 0, max: 99 }), PlotID: fc.integer({ min: 1, max: 999_999_999 }) })
  .map(({ prefixNumber, PlotID }) => ({
    PlotID,
    digits: consumerNumber({ prefix: String(prefixNumber).padStart(2, "0"), PlotID }),
  }));

test("a consumer number is parsed to the PlotID of its house, also when it is typed with spaces", () => {
  expect(consumerNumber({ prefix: "10", PlotID: 123 })).toBe("10000012368");
  expect(formatConsumerNumber("10000012368")).toBe("10 0000123 68");
  fc.assert(
    fc.property(consumerNumbers, ({ PlotID, digits }) => {
      expect(parseConsumerNumber(digits)).toBe(PlotID);
      expect(parseConsumerNumber(` ${formatConsumerNumber(digits)} `)).toBe(PlotID);
    }),
  );
});

test("every wrong digit is detected", () => {
  fc.assert(
    fc.property(consumerNumbers, ({ digits }) => {
      for (let position = 0; position < digits.length; position++)
        for (let digit = 0; digit < 10; digit++) {
          const changed = `${digits.slice(0, position)}${digit}${digits.slice(position + 1)}`;
          if (changed !== digits) expect(parseConsumerNumber(changed)).toBeUndefined();
        }
    }),
  );
});

test("every swap of neighbouring digits is detected", () => {
  fc.assert(
    fc.property(consumerNumbers, ({ digits }) => {
      for (let position = 0; position + 1 < digits.length; position++) {
        const [a = "", b = ""] = digits.slice(position, position + 2);
        const swapped = `${digits.slice(0, position)}${b}${a}${digits.slice(position + 2)}`;
        if (a !== b) expect(parseConsumerNumber(swapped)).toBeUndefined();
      }
    }),
  );
});

test("a house number, a phone number or a CNIC is not a consumer number", () => {
  for (const text of ["", "A-12", "03001234567", "3520112345671", "12345678901234"])
    expect(parseConsumerNumber(text)).toBeUndefined();
});
