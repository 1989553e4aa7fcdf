// Area codes of two digits (after the 0); all others have three.
const twoDigitAreaCodes =
  "21 22 25 40 41 42 44 46 47 48 49 51 52 53 55 56 57 61 62 63 64 65 66 67 68 71 74 81 86 91".split(" ");

/**
 * A Pakistani number in the one form that the portal keeps: `0335-8122250` for mobiles, `042-37050859` for landlines, however it
 * is written (+92, 0092, 92, without the 0 that a spreadsheet drops; spaces, dashes, dots, brackets). Undefined for anything else.
 */
export function parsePhoneNumber(text: string): string | undefined {
  if (!/^\+?[\d\s().\-–/]+$/.test(text)) return undefined;
  const digits = toNationalDigits(text.replace(/\D/g, ""), text.trim().startsWith("+"));
  if (digits === undefined) return undefined;
  if (/^3\d{9}$/.test(digits)) return `0${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (!/^[2-9]\d{8,9}$/.test(digits) || digits.startsWith("3")) return undefined;
  const area = twoDigitAreaCodes.includes(digits.slice(0, 2)) ? 2 : 3;
  return `0${digits.slice(0, area)}-${digits.slice(area)}`;
}

/** The digits without country code and trunk 0; undefined for the number of another country. */
function toNationalDigits(digits: string, international: boolean): string | undefined {
  if (digits.startsWith("0092")) return stripTrunkPrefix(digits.slice(4));
  if (digits.startsWith("92") && (international || digits.length > 10)) return stripTrunkPrefix(digits.slice(2));
  return international || digits.startsWith("00") ? undefined : stripTrunkPrefix(digits);
}

function stripTrunkPrefix(digits: string): string {
  return digits.startsWith("0") ? digits.slice(1) : digits;
}
