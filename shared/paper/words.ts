import { toPaisa } from "../money.ts";

/** An amount in rupees as a receipt spells it out: `Rupees one lakh two thousand and fifty paisa only`. Throws a RangeError for less than nothing. */
export function rupeesInWords(rupees: number): string {
  const all = toPaisa(rupees);
  if (all < 0) throw new RangeError(`${rupees} is less than nothing`);
  const paisa = all % 100;
  const rest = paisa === 0 ? "" : ` and ${numberInWords(paisa)} paisa`;
  return `Rupees ${numberInWords((all - paisa) / 100)}${rest} only`;
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

/** As money is counted in Pakistan; what is more than a crore is so many crore. */
const steps = [
  { size: 10_000_000, name: "crore" },
  { size: 100_000, name: "lakh" },
  { size: 1_000, name: "thousand" },
  { size: 100, name: "hundred" },
];

function numberInWords(count: number): string {
  const step = steps.find(({ size }) => count >= size);
  if (!step) return belowHundred(count);
  const rest = count % step.size;
  const head = `${numberInWords(Math.floor(count / step.size))} ${step.name}`;
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`;
}

function belowHundred(count: number): string {
  if (count < ones.length) return `${ones[count]}`;
  const rest = count % 10;
  const ten = `${tens[Math.floor(count / 10)]}`;
  return rest === 0 ? ten : `${ten}-${ones[rest]}`;
}
