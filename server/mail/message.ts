import { z } from "zod";

interface Attachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** What somebody is to read. */
export interface MailMessage {
  to: Address;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
}

/** Text as it may stand between the tags of a letter, or within the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export interface Address {
  name: string;
  address: string;
}

const emailSchema = z.email().max(254);

/** Can a mail be sent there? Nothing that could end a header or name a second recipient passes. */
export function isEmailAddress(text: string): boolean {
  return emailSchema.safeParse(text).success;
}

/** Reads `Name <somebody@example.org>` or a bare address; undefined when it is neither. */
export function parseAddress(text: string): Address | undefined {
  const [, name = "", inBrackets, bare] =
    /^(?:"?([^<>"\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? "";
  return isEmailAddress(address) ? { name: name.trim(), address } : undefined;
}

/** Text that stays within its header. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Whom the portal's mails come from: as set, else nobody who could answer, at the portal's own address. */
export function senderAddress(
  { mailFrom, publicUrl }: { mailFrom: Address | undefined; publicUrl: string | undefined },
  society: string,
): Address {
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const { name, address } = mailFrom ?? { name: "", address: `no-reply@${host}` };
  return { name: toSingleLine(name || society), address };
}
