import { type NumberWords, numberInWords, splitRupees } from "./number-words.ts";

/** An amount in rupees as a receipt spells it out: `Rupees one lakh two thousand and fifty paisa only`. Throws a RangeError for less than nothing. */
export function amountInEnglishWords(amount: number): string {
  const { rupees, paisa } = splitRupees(amount);
  const rest = paisa === 0 ? "" : ` and ${numberInWords(englishNumbers, paisa)} paisa`;
  return `Rupees ${numberInWords(englishNumbers, rupees)}${rest} only`;
}

const ones = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];

const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const englishNumbers: NumberWords = {
  belowHundred: (count) => {
    if (count < ones.length) return `${ones[count]}`;
    const rest = count % 10;
    const ten = `${tens[Math.floor(count / 10)]}`;
    return rest === 0 ? ten : `${ten}-${ones[rest]}`;
  },
  units: { crore: "crore", lakh: "lakh", thousand: "thousand", hundred: "hundred" },
};
