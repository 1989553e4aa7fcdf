import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountInEnglishWords } from "../../shared/documents/amount-in-words.ts";
import { amountInUrduWords } from "../../shared/documents/amount-in-words-ur.ts";

describe("an amount in words", () => {
  test.each([
    [2_500, "Rupees two thousand five hundred only"],
    [2_500.5, "Rupees two thousand five hundred and fifty paisa only"],
    [0, "Rupees zero only"],
    [0.05, "Rupees zero and five paisa only"],
    [1, "Rupees one only"],
    [19, "Rupees nineteen only"],
    [21, "Rupees twenty-one only"],
    [100, "Rupees one hundred only"],
    [110, "Rupees one hundred ten only"],
    [100_000, "Rupees one lakh only"],
    [1_234_567.89, "Rupees twelve lakh thirty-four thousand five hundred sixty-seven and eighty-nine paisa only"],
    [10_000_000, "Rupees one crore only"],
    [1_200_000_000, "Rupees one hundred twenty crore only"],
  ])("%d is %s", (rupees, words) => {
    expect(amountInEnglishWords(rupees)).toBe(words);
  });

  test("contains the whole amount: parsing the words returns it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_99 }), (paisa) => {
        expect(parsePaisa(amountInEnglishWords(paisa / 100))).toBe(paisa);
      }),
      { numRuns: 2_000 },
    );
  });

  test("throws for a negative amount", () => {
    expect(() => amountInEnglishWords(-1)).toThrow(RangeError);
  });
});

describe("an amount in Urdu words", () => {
  test.each([
    [0, "مبلغ صفر روپے صرف"],
    [1, "مبلغ ایک روپیہ صرف"],
    [2_500, "مبلغ دو ہزار پانچ سو روپے صرف"],
    [2_500.5, "مبلغ دو ہزار پانچ سو روپے پچاس پیسے صرف"],
    [0.01, "مبلغ صفر روپے ایک پیسہ صرف"],
    [110, "مبلغ ایک سو دس روپے صرف"],
    [100_000, "مبلغ ایک لاکھ روپے صرف"],
    [1_234_567.89, "مبلغ بارہ لاکھ چونتیس ہزار پانچ سو سڑسٹھ روپے نواسی پیسے صرف"],
    [10_000_000, "مبلغ ایک کروڑ روپے صرف"],
    [1_200_000_000, "مبلغ ایک سو بیس کروڑ روپے صرف"],
  ])("%d is %s", (rupees, words) => {
    expect(amountInUrduWords(rupees)).toBe(words);
  });

  test.each([
    [9, "نو"],
    [19, "انیس"],
    [25, "پچیس"],
    [36, "چھتیس"],
    [49, "انچاس"],
    [54, "چون"],
    [63, "تریسٹھ"],
    [79, "اناسی"],
    [88, "اٹھاسی"],
    [99, "ننانوے"],
  ])("counts %d as %s", (count, word) => {
    expect(amountInUrduWords(count)).toBe(`مبلغ ${word} روپے صرف`);
  });

  test("has a distinct word in Urdu letters for each number below 100", () => {
    const all = Array.from({ length: 100 }, (_, count) => amountInUrduWords(count));
    expect(new Set(all).size).toBe(100);
    const urduLetters = /^[\u0621-\u06D3 ]+$/u;
    /** Kaf, heh, alef maksura and yeh, which Urdu writes with other letters. */
    const arabicOnlyLetters = /[\u0643\u0647\u0649\u064A]/u;
    expect(all.filter((words) => !urduLetters.test(words) || arabicOnlyLetters.test(words))).toEqual([]);
  });

  test("throws for a negative amount", () => {
    expect(() => amountInUrduWords(-1)).toThrow(RangeError);
  });
});

const wordsBelowTwenty =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const valueByWord = new Map<string, number>([
  ...wordsBelowTwenty.split(" ").map((word, value) => [word, value] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, (index + 2) * 10] as const),
]);
const multiplierByWord = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["lakh", 100_000],
  ["crore", 10_000_000],
]);

/** Parses the words back into paisa. */
function parsePaisa(words: string): number {
  const [, rupees = "", paisa = "zero"] = /^Rupees (.+?)(?: and (.+) paisa)? only$/.exec(words) ?? [];
  return parseNumber(rupees) * 100 + parseNumber(paisa);
}

/** Parses English words with lakh and crore: "one lakh two thousand" is 102,000. */
function parseNumber(words: string): number {
  let total = 0;
  let group = 0;
  for (const word of words.split(/[ -]/)) {
    const value = valueByWord.get(word);
    const multiplier = multiplierByWord.get(word) ?? 0;
    if (value !== undefined) group += value;
    else if (multiplier === 100) group *= multiplier;
    else if (multiplier === 10_000_000) {
      total = (total + group) * multiplier;
      group = 0;
    } else {
      total += group * multiplier;
      group = 0;
    }
  }
  return total + group;
}
