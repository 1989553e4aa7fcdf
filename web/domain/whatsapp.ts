/** A Pakistani mobile as chats take it, `923001234567`, however it is written; undefined for whatever is none. */
export function whatsappNumber(mobile: string): string | undefined {
  if (!/^\+?[\d\s().\-–/]+$/.test(mobile.trim())) return undefined;
  const digits = mobile.replace(/\D/g, "");
  const national = digits.replace(/^(?:00)?92/, "").replace(/^0/, "");
  return /^3\d{9}$/.test(national) ? `92${national}` : undefined;
}

/** Opens a chat with the text ready to be sent; nothing for a number that is no mobile. */
export function whatsappUrl(mobile: string, text: string): string | undefined {
  const number = whatsappNumber(mobile);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
