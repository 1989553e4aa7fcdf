import { toPaisa } from "../money.ts";

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

/** How a language counts money. */
export interface NumberWords {
  belowHundred(count: number): string;
  /** Ten million, a hundred thousand, a thousand and a hundred by name. */
  units: Readonly<Record<keyof typeof stepSizes, string>>;
}

/** As money is counted in Pakistan; what is more than a crore is so many crore. */
const stepSizes = { crore: 10_000_000, lakh: 100_000, thousand: 1_000, hundred: 100 } as const;
const stepNames = ["crore", "lakh", "thousand", "hundred"] as const;

/** A whole number, not less than nothing, in words. */
export function numberInWords(language: NumberWords, count: number): string {
  const step = stepNames.find((name) => count >= stepSizes[name]);
  if (!step) return language.belowHundred(count);
  const rest = count % stepSizes[step];
  const head = `${numberInWords(language, Math.floor(count / stepSizes[step]))} ${language.units[step]}`;
  return rest === 0 ? head : `${head} ${numberInWords(language, rest)}`;
}

/** The two parts of an amount in rupees, both whole. Throws a RangeError for less than nothing. */
export function splitRupees(amount: number): { rupees: number; paisa: number } {
  const all = toPaisa(amount);
  if (all < 0) throw new RangeError(`${amount} is less than nothing`);
  const paisa = all % 100;
  return { rupees: (all - paisa) / 100, paisa };
}
