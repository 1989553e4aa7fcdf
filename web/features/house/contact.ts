const countryCode = "92";

/** Opens a chat with the text ready to be sent; nothing for a number that is none. */
export function chatAddress(mobile: string, text: string): string | undefined {
  const digits = mobile.replace(/\D/g, "");
  const number = digits.replace(/^(00|0)/, (zeros) => (zeros === "00" ? "" : countryCode));
  if (number.length < 10) return undefined;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/** Opens a mail to the owner; nothing without an address. */
export function mailAddress(
  email: string,
  { subject, letter }: { subject: string; letter: string },
): string | undefined {
  if (email === "") return undefined;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(letter)}`;
}
