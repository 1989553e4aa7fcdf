/** A whole number of paisa (1 rupee = 100 paisa): the only unit in which money is stored and added. */
export type Paisa = number & { readonly __unit: "paisa" };

export const zero = paisa(0);

/** Brands a number as paisa. Throws a RangeError when it is not a safe integer. */
export function paisa(amount: number): Paisa {
  // -0 becomes 0, because -0 would print as "-0".
  const whole = amount + 0;
  if (!isPaisa(whole)) throw new RangeError(`${amount} is not a whole number of paisa`);
  return whole;
}

/** Converts rupees to paisa exactly. Throws a RangeError for more than two decimals. */
export function toPaisa(rupees: number): Paisa {
  if (!isExactInPaisa(rupees)) throw new RangeError(`${rupees} is not an amount in rupees and paisa`);
  return paisa(Math.round(rupees * 100));
}

/** Whether an amount in rupees converts exactly to paisa. Above 30 trillion it never does. */
export function isExactInPaisa(rupees: number): boolean {
  return Math.abs(rupees) <= maxRupees && Math.round(rupees * 100) / 100 === rupees;
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

/** The sum in rupees of amounts in rupees, added as paisa to avoid rounding errors. */
export function sumRupees(amounts: readonly number[]): number {
  return toRupees(sumPaisa(amounts.map(toPaisa)));
}

export function subtractPaisa(from: Paisa, amount: Paisa): Paisa {
  return paisa(from - amount);
}

/** `part` as a percentage of `whole` with two decimals; 0 when `whole` is 0. Both in the same unit, paisa or rupees. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}

/** `Rs 8,661,600` or `Rs 8,661,600.00`. With a plain space, so that copied text can be compared. */
export function formatRupees(rupees: number, decimals: 0 | 2): string {
  return rupeeFormats[decimals].format(rupees).replace(/\s/u, " ");
}

/** An amount in paisa as `Rs 8,661,600.00`. */
export function formatPaisa(amount: Paisa): string {
  return formatRupees(toRupees(amount), 2);
}

/** An amount in rupees as `8,661,600.00`, for columns with the currency in their header. */
export function formatAmount(rupees: number): string {
  return amountFormat.format(rupees);
}

/** Up to this amount a floating-point number of rupees converts exactly to paisa. */
const maxRupees = 30_000_000_000_000;

const rupeeFormats = { 0: createRupeeFormat(0), 2: createRupeeFormat(2) };
const amountFormat = new Intl.NumberFormat("en-PK", fractionDigits(2));

function isPaisa(amount: number): amount is Paisa {
  return Number.isSafeInteger(amount);
}

function createRupeeFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-PK", { style: "currency", currency: "PKR", ...fractionDigits(decimals) });
}

function fractionDigits(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" };
}
