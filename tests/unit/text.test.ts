import { expect, test } from "vitest";
import { foldTerms, foldText } from "../../shared/text.ts";

test.each([
  ["Ayesha KHÁN", "ayesha khan"],
  ["علي", "علی"],
  ["كراچى", "کراچی"],
  ["فاطمة", "فاطمہ"],
  ["نظریۀ", "نظریہ"],
  ["مُحَمَّد", "محمد"],
])("%s is folded to %s", (text, expected) => {
  expect(foldText(text)).toBe(foldText(expected));
  expect(foldText(text)).toBe(expected);
});

test("search terms are folded and separated by any white space", () => {
  expect(foldTerms("  A-12\tعلي \n")).toEqual(["a-12", "علی"]);
  expect(foldTerms(" ")).toEqual([]);
});
