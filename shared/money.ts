/**
 * A whole number of paisa (1 rupee = 100 paisa): the only unit in which money is stored and added. The type of an
 * amount of one record; sums over records are `PaisaSum`.
 */
export type Paisa = number & { readonly __unit: "paisa" };

/** Up to this amount a floating-point number of rupees converts exactly to paisa. */
const maxExactRupees = 30_000_000_000_000;

export const zero = paisa(0);

/** Brands a number as paisa. Throws a RangeError when it is not a safe integer. */
export function paisa(amount: number): Paisa {
  // -0 becomes 0, because -0 would print as "-0".
  const normalized = amount + 0;
  if (!isPaisa(normalized)) throw new RangeError(`${amount} is not a whole number of paisa`);
  return normalized;
}

/** Converts rupees to paisa exactly. Throws a RangeError for more than two decimals or above 30 trillion rupees. */
export function toPaisa(rupees: number): Paisa {
  if (!isExactInPaisa(rupees)) throw new RangeError(`${rupees} is not an amount in rupees and paisa`);
  return paisa(Math.round(rupees * 100));
}

/** Whether an amount in rupees converts exactly to paisa. Above 30 trillion it never does. */
export function isExactInPaisa(rupees: number): boolean {
  return Math.abs(rupees) <= maxExactRupees && Math.round(rupees * 100) / 100 === rupees;
}

/**
 * The exact sum of any number of amounts in paisa: a safe integer, or a bigint for a larger sum. Equal sums are always
 * `===`.
 */
export type PaisaSum = Paisa | bigint;

/** Brands the result of a calculation with stored amounts as paisa; 0 if it is not a safe integer. Never throws. */
export function paisaOrZero(amount: number): Paisa {
  const normalized = amount + 0;
  return isPaisa(normalized) ? normalized : zero;
}

/**
 * Whether the value is a whole, non-negative number of paisa up to 30 trillion rupees. Stored amounts that fail were
 * written to the database directly; totals leave their rows out.
 */
export function isValidStoredAmount(amount: unknown): amount is Paisa {
  return typeof amount === "number" && Number.isSafeInteger(amount) && amount >= 0 && amount <= maxExactRupees * 100;
}

/** Converts paisa to rupees: exact up to 30 trillion rupees, larger amounts are rounded to whole rupees. */
export function toRupees(amount: PaisaSum): number {
  if (typeof amount === "number" && Math.abs(amount) <= maxExactRupees * 100) return amount / 100;
  return Number((toBigInt(amount) + (amount < 0 ? -50n : 50n)) / 100n);
}

/** The inverse of `toRupees`. Never throws, even for a value that is not an amount. */
export function toPaisaSum(rupees: number): PaisaSum {
  return Math.abs(rupees) <= maxExactRupees ? paisa(Math.round(rupees * 100)) : fromBigInt(toBigInt(rupees) * 100n);
}

/** Converts rupees of a record from the API to the nearest paisa, at most 30 trillion rupees. Never throws. */
export function toNearestPaisa(rupees: number): Paisa {
  const amount = toPaisaSum(Math.min(maxExactRupees, Math.max(-maxExactRupees, rupees)));
  return typeof amount === "number" ? amount : zero;
}

/** Adds the amounts of one record. Throws a RangeError when the result is not a safe integer. */
export function addPaisa(...amounts: Paisa[]): Paisa {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return paisa(sum);
}

/** Subtracts the amounts of one record. Throws a RangeError when the result is not a safe integer. */
export function subtractPaisa(from: Paisa, amount: Paisa): Paisa {
  return paisa(from - amount);
}

export function sumPaisa(amounts: Iterable<PaisaSum>): PaisaSum {
  let sum: PaisaSum = zero;
  for (const amount of amounts) sum = addToSum(sum, amount);
  return sum;
}

export function addToSum(sum: PaisaSum, amount: PaisaSum): PaisaSum {
  if (typeof sum === "number" && typeof amount === "number") {
    // If the floating-point sum of two safe integers is itself a safe integer, it is exact.
    const next = sum + amount;
    if (isPaisa(next)) return next;
  }
  return fromBigInt(toBigInt(sum) + toBigInt(amount));
}

export function subtractFromSum(sum: PaisaSum, amount: PaisaSum): PaisaSum {
  if (typeof sum === "number" && typeof amount === "number") {
    const next = sum - amount;
    if (isPaisa(next)) return next;
  }
  return fromBigInt(toBigInt(sum) - toBigInt(amount));
}

/** `count` times the amount. */
export function multiplyPaisa(amount: Paisa, count: number): PaisaSum {
  const product = amount * count + 0;
  return isPaisa(product) ? product : fromBigInt(toBigInt(amount) * BigInt(count));
}

/** The sum in rupees of amounts in rupees, added as paisa to avoid rounding errors. */
export function sumRupees(amounts: readonly number[]): number {
  return toRupees(sumPaisa(amounts.map(toPaisaSum)));
}

/** `part` as a percentage of `whole` with two decimals; 0 when `whole` is 0. Both in the same unit, paisa or rupees. */
export function percentOf(part: number | bigint, whole: number | bigint): number {
  return Number(whole) === 0 ? 0 : Math.round((Number(part) * 10_000) / Number(whole)) / 100;
}

/** `Rs 8,661,600` or `Rs 8,661,600.00`, with a plain space instead of the no-break space of Intl. */
export function formatRupees(rupees: number, decimals: 0 | 2): string {
  return rupeeFormats[decimals].format(rupees).replace(/\s/u, " ");
}

/** An amount in paisa as `Rs 8,661,600.00`. */
export function formatPaisa(amount: PaisaSum): string {
  return formatRupees(toRupees(amount), 2);
}

/** An amount in rupees as `8,661,600.00`, for columns with the currency in their header. */
export function formatAmount(rupees: number): string {
  return amountFormat.format(rupees);
}

const rupeeFormats = { 0: createRupeeFormat(0), 2: createRupeeFormat(2) };
const amountFormat = new Intl.NumberFormat("en-PK", fractionDigits(2));

function isPaisa(amount: number): amount is Paisa {
  return Number.isSafeInteger(amount);
}

/** Rounds fractions; NaN and infinity become 0. Rows that were written directly to the database can have them. */
function toBigInt(amount: number | bigint): bigint {
  if (typeof amount === "bigint") return amount;
  return Number.isFinite(amount) ? BigInt(Math.round(amount)) : 0n;
}

function fromBigInt(sum: bigint): PaisaSum {
  const amount = Number(sum);
  return isPaisa(amount) ? amount : sum;
}

function createRupeeFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-PK", { style: "currency", currency: "PKR", ...fractionDigits(decimals) });
}

function fractionDigits(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" };
}
