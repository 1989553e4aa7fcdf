import type { Address } from "./address.ts";

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
