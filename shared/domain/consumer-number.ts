/**
 * The consumer number of a house, which bills print and counters read: the society's two digits, the PlotID with at
 * least seven digits, and two check digits (ISO 7064, MOD 97-10), which reveal every wrong digit and every swap of
 * adjacent digits.
 */
export function consumerNumber({ prefix, PlotID }: { prefix: string; PlotID: number }): string {
  const digits = `${prefix}${String(PlotID).padStart(7, "0")}`;
  return `${digits}${String(98 - ((Number(digits) * 100) % 97)).padStart(2, "0")}`;
}

/** The PlotID in a consumer number as typed or scanned; undefined for any other text. */
export function parseConsumerNumber(text: string): number | undefined {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{11,13}$/.test(digits) || Number(digits) % 97 !== 1) return undefined;
  return Number(digits.slice(2, -2));
}

/** The consumer number in groups: `10 0000123 45`. */
export function formatConsumerNumber(number: string): string {
  return `${number.slice(0, 2)} ${number.slice(2, -2)} ${number.slice(-2)}`;
}
