/** A whole number of paisa, the hundredth part of a rupee: the only unit in which money is stored and added. */
export type Paisa = number & { readonly __unit: "paisa" };

export const zero = paisa(0);

/** Marks a number as paisa. Throws a RangeError when it is not a whole number that a double holds exactly. */
export function paisa(amount: number): Paisa {
  const whole = amount + 0; // turns -0, which would print as "-0", into 0
  if (!isPaisa(whole)) throw new RangeError(`${amount} is not a whole number of paisa`);
  return whole;
}

/** Exact. Throws a RangeError for more than two decimals. */
export function toPaisa(rupees: number): Paisa {
  if (!hasAtMostTwoDecimals(rupees)) throw new RangeError(`${rupees} is not an amount in rupees and paisa`);
  return paisa(Math.round(rupees * 100));
}

/** Whether an amount in rupees can be told to the paisa; never so beyond 30 trillion. */
export function hasAtMostTwoDecimals(rupees: number): boolean {
  return Math.abs(rupees) <= MAX_RUPEES && Math.round(rupees * 100) / 100 === rupees;
}

export function toRupees(amount: Paisa): number {
  return amount / 100;
}

export function addPaisa(...amounts: Paisa[]): Paisa {
  return sumPaisa(amounts);
}

export function sumPaisa(amounts: Iterable<Paisa>): Paisa {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return paisa(sum);
}

/** The sum of amounts in rupees, added as whole paisa; in rupees. */
export function sumRupees(amounts: readonly number[]): number {
  return toRupees(sumPaisa(amounts.map(toPaisa)));
}

export function subtractPaisa(from: Paisa, amount: Paisa): Paisa {
  return paisa(from - amount);
}

/** Part of the whole as a percentage with two decimals; 0 when the whole is 0. Both in one unit, whichever. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}

/** `Rs 8,661,600` or `Rs 8,661,600.00`. The space is a plain one, so that shown text can be compared and copied. */
export function formatRupees(rupees: number, decimals: 0 | 2): string {
  return RUPEE_FORMATS[decimals].format(rupees).replace(/\s/u, " ");
}

/** The same of an amount in paisa, to the paisa. */
export function formatPaisa(amount: Paisa): string {
  return formatRupees(toRupees(amount), 2);
}

/** `8,661,600.00`, for columns whose head names the currency. */
export function formatAmount(rupees: number): string {
  return AMOUNT_FORMAT.format(rupees);
}

/** Up to here a double tells neighbouring paisa apart, and a hundred times it still rounds to the right one. */
const MAX_RUPEES = 30_000_000_000_000;

const RUPEE_FORMATS = { 0: rupeeFormat(0), 2: rupeeFormat(2) };
const AMOUNT_FORMAT = new Intl.NumberFormat("en-PK", fractionDigits(2));

function isPaisa(amount: number): amount is Paisa {
  return Number.isSafeInteger(amount);
}

function rupeeFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-PK", { style: "currency", currency: "PKR", ...fractionDigits(decimals) });
}

function fractionDigits(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" };
}
