import { expect, test } from "vitest";
import { foldTerms, foldText, toLatinDigits } from "../../shared/text.ts";

test.each([
  ["Ayesha KHÁN", "ayesha khan"],
  ["علي", "علی"],
  ["كراچى", "کراچی"],
  ["فاطمة", "فاطمہ"],
  ["نظریۀ", "نظریہ"],
  ["مُحَمَّد", "محمد"],
])("%s is folded to %s", (text, expected) => {
  expect(foldText(text)).toBe(expected);
  expect(foldText(expected)).toBe(expected);
});

test("search terms are folded and separated by any white space", () => {
  expect(foldTerms("  A-12\tعلي \n")).toEqual(["a-12", "علی"]);
  expect(foldTerms(" ")).toEqual([]);
});

test.each([
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۱٬۲۳۴٫۵ Rs", "1,234.5 Rs"],
])("the digits and separators of %s become Latin ones", (text, expected) => {
  expect(toLatinDigits(text)).toBe(expected);
});
