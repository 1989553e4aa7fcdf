import { z } from "zod";

/** A file attached to an email. */
interface Attachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** For an image that the HTML shows as `cid:…`. */
  cid?: string;
}

/** An email to one recipient. */
export interface MailMessage {
  to: MailAddress;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  /** Hash of the record's fields in the message, with which the MailHandler detects later changes of the record. */
  contentHash?: string;
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A sender or recipient. */
export interface MailAddress {
  name: string;
  address: string;
}

const emailSchema = z.email().max(254);

/** Whether the text is exactly one valid email address, without line breaks and further recipients. */
export function isEmailAddress(text: string): boolean {
  return emailSchema.safeParse(text).success;
}

/** Houses whose address is invalid, in the form in which the responses of mail requests list them (`wrong`). */
export function toInvalidAddresses(
  houses: readonly { HouseNo: string; EmailID: string }[],
): { HouseNo: string; EmailID: string }[] {
  return houses.map(({ HouseNo, EmailID }) => ({ HouseNo, EmailID }));
}

/** Parses `Name <somebody@example.org>` or a plain address. Undefined when it is neither. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, name = "", bracketedAddress, plainAddress] =
    /^(?:"?([^<>"\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(text.trim()) ?? [];
  const address = bracketedAddress ?? plainAddress ?? "";
  return isEmailAddress(address) ? { name: name.trim(), address } : undefined;
}

/** Replaces line breaks and control characters, so that the text cannot end its header and begin another. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The sender of all emails: MAIL_FROM, otherwise no-reply at the public host. */
export function senderAddress(
  { mailFrom, publicUrl }: { mailFrom: MailAddress | undefined; publicUrl: string | undefined },
  societyName: string,
): MailAddress {
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const { name, address } = mailFrom ?? { name: "", address: `no-reply@${host}` };
  return { name: toSingleLine(name || societyName), address };
}
