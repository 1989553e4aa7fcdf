/** Normalizes a Pakistani mobile number to the form that WhatsApp expects: `923001234567`. Undefined for any other text. */
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
