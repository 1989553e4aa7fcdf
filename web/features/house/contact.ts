/** Opens a mail to the owner; nothing without an address. */
export function mailAddress(
  email: string,
  { subject, letter }: { subject: string; letter: string },
): string | undefined {
  if (email === "") return undefined;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(letter)}`;
}
