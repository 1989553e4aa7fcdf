import { toPaisa } from "../money.ts";

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
