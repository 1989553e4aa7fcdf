import { toPaisa } from "../money.ts";

/** How a language counts money. */
export interface Counting {
  belowHundred(count: number): string;
  /** Ten million, a hundred thousand, a thousand and a hundred by name. */
  steps: Readonly<Record<keyof typeof sizes, string>>;
}

/** As money is counted in Pakistan; what is more than a crore is so many crore. */
const sizes = { crore: 10_000_000, lakh: 100_000, thousand: 1_000, hundred: 100 } as const;
const names = ["crore", "lakh", "thousand", "hundred"] as const;

/** A whole number, not less than nothing, in words. */
export function numberIn(language: Counting, count: number): string {
  const step = names.find((name) => count >= sizes[name]);
  if (!step) return language.belowHundred(count);
  const rest = count % sizes[step];
  const head = `${numberIn(language, Math.floor(count / sizes[step]))} ${language.steps[step]}`;
  return rest === 0 ? head : `${head} ${numberIn(language, rest)}`;
}

/** The two parts of an amount in rupees, both whole. Throws a RangeError for less than nothing. */
export function rupeesAndPaisa(amount: number): { rupees: number; paisa: number } {
  const all = toPaisa(amount);
  if (all < 0) throw new RangeError(`${amount} is less than nothing`);
  const paisa = all % 100;
  return { rupees: (all - paisa) / 100, paisa };
}
