import { type Day, formatDay } from "../../shared/dates.ts";
import { formatRupees } from "../../shared/money.ts";
import { t } from "../i18n/t.ts";

interface DueMessageInput {
  house: { HouseNo: string; OwnerName: string };
  /** In rupees. */
  due: number;
  today: Day;
  /** The society's name. */
  society: string;
}

/** Prepared text of a message to a house's owner: the amount due, or only the house if nothing is due. */
export function buildDueMessage({
  house: { HouseNo: house, OwnerName: owner },
  due,
  today,
  society,
}: DueMessageInput): string {
  if (due === 0)
    return t("Assalam-o-alaikum {owner}. This is about house {house}. {society}", { owner, house, society });
  return t(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    { owner, house, amount: formatRupees(due, 2), day: formatDay(today), society },
  );
}

/**
 * Normalizes a Pakistani mobile number to the form that WhatsApp expects: `923001234567`. Undefined for any other text.
 */
export function toWhatsappNumber(mobile: string): string | undefined {
  if (!/^\+?[\d\s().\-–/]+$/.test(mobile.trim())) return undefined;
  const digits = mobile.replace(/\D/g, "");
  const national = digits.replace(/^(?:00)?92/, "").replace(/^0/, "");
  return /^3\d{9}$/.test(national) ? `92${national}` : undefined;
}

/** The URL of a WhatsApp chat with a prepared text; undefined if `mobile` is not a Pakistani mobile number. */
export function buildWhatsappUrl(mobile: string, text: string): string | undefined {
  const number = toWhatsappNumber(mobile);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
