/** Opens a mail to the owner; nothing without an address. */
export function buildMailtoUrl(
  email: string,
  { subject, body }: { subject: string; body: string },
): string | undefined {
  if (email === "") return undefined;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
