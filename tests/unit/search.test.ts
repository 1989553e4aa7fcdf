import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { hasWordStartingWith, joinWords, searchTerms, wordsOfText } from "../../shared/search.ts";
import { foldText } from "../../shared/text.ts";
import { matchesSearch } from "../../web/resource/search.ts";

test.each([
  ["B-203", ["b-203", "203", "b203"]],
  ["Sadia (Mrs.) KHÁN", ["sadia", "(mrs.)", "mrs.)", "khan"]],
  ["علي", ["علی"]],
  ["owner@example.org", ["owner@example.org", "example.org", "org"]],
  ["0300-1234567", ["0300-1234567", "1234567", "03001234567"]],
  ["  ", []],
])("the words of %j are %j", (text, words) => {
  expect(wordsOfText(text)).toEqual(words);
});

test("a text is found by the beginning of each of its words, in any order and with any case and letter form", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abZ19-.كکيی"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat({ max: 7 }), (words, length) => {
      const query = words.toReversed().map((each) => each.slice(0, length + 1).toUpperCase());
      const joined = joinWords(wordsOfText(words.join(" ")));
      expect(searchTerms(query.join(" ")).every((term) => hasWordStartingWith(joined, term))).toBe(true);
    }),
  );
});

test("no text is found by a term that does not occur in it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab 1-"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (searched, query) => {
      const folded = foldText(searched).replaceAll("-", "");
      for (const term of searchTerms(query))
        if (hasWordStartingWith(joinWords(wordsOfText(searched)), term))
          expect(folded).toContain(term.replaceAll("-", ""));
    }),
  );
});

test("a repeated word of a search text is one term", () => {
  expect(searchTerms("Ali b ALI 1,500 1500 b")).toEqual(["ali", "b", "1500"]);
});

describe("a record is found", () => {
  const receipt = { ReceiptNo: 12, AmountPaid: 1500, HouseNo: "A-7", PayerName: "Ayesha Iqbal", Remarks: "Jameson" };
  const house = { HouseNo: "A-7", OwnerName: "Ayesha", LandlineNo: "", MobileNo: "0300-1234567", EmailID: "" };

  test.each(["12", "r-12", "R-1", "1,500", "1500.0", "a7", "iqbal ayesha", "james"])("by %s", (text) => {
    expect(matchesSearch(paymentReceipt, receipt, searchTerms(text))).toBe(true);
  });

  test.each(["2", "son", "500", "ayesha khan", "r12", "1500.01"])("not by %s", (text) => {
    expect(matchesSearch(paymentReceipt, receipt, searchTerms(text))).toBe(false);
  });

  test("by its phone number without the dash", () => {
    expect(matchesSearch(plot, house, searchTerms("03001234"))).toBe(true);
  });
});
