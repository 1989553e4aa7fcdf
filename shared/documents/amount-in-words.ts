import { toPaisa } from "../money.ts";

/**
 * An amount in rupees in English words: `Rupees one lakh two thousand and fifty paisa only`. Throws a RangeError for a
 * negative amount.
 */
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
  belowHundred: (value) => {
    if (value < ones.length) return `${ones[value]}`;
    const rest = value % 10;
    const ten = `${tens[Math.floor(value / 10)]}`;
    return rest === 0 ? ten : `${ten}-${ones[rest]}`;
  },
  units: { crore: "crore", lakh: "lakh", thousand: "thousand", hundred: "hundred" },
};

/** The number words of a language. */
export interface NumberWords {
  /** 0 to 99. */
  belowHundred(value: number): string;
  units: Readonly<Record<keyof typeof unitSizes, string>>;
}

/** The units in which money is counted in Pakistan, largest first. Larger amounts are counted in crore: 1,000 crore. */
const unitSizes = { crore: 10_000_000, lakh: 100_000, thousand: 1_000, hundred: 100 } as const;
const unitNames = ["crore", "lakh", "thousand", "hundred"] as const;

/** A whole number in words. Must not be negative. */
export function numberInWords(language: NumberWords, value: number): string {
  const unit = unitNames.find((name) => value >= unitSizes[name]);
  if (!unit) return language.belowHundred(value);
  const rest = value % unitSizes[unit];
  const count = numberInWords(language, Math.floor(value / unitSizes[unit]));
  const countWithUnit = `${count} ${language.units[unit]}`;
  return rest === 0 ? countWithUnit : `${countWithUnit} ${numberInWords(language, rest)}`;
}

/** Splits an amount in rupees into whole rupees and paisa. Throws a RangeError for a negative amount. */
export function splitRupees(amount: number): { rupees: number; paisa: number } {
  const totalPaisa = toPaisa(amount);
  if (totalPaisa < 0) throw new RangeError(`${amount} is negative`);
  const paisa = totalPaisa % 100;
  return { rupees: (totalPaisa - paisa) / 100, paisa };
}
