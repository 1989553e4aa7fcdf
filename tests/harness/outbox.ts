import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

export interface Mail {
  from: string;
  to: string;
  toName: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The names of all headers, in lower case. */
  headers: string[];
  /** Files by name, with their first bytes as text. */
  files: Readonly<Record<string, string>>;
}

/** The mails in the outbox of a portal without a mail server. */
export async function readOutbox(dataDir: string): Promise<Mail[]> {
  const folder = join(dataDir, "outbox");
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".eml"));
  return Promise.all(whole.map(async (file) => parseMail(await readFile(join(folder, file)))));
}

/** A message as its reader sees it. */
export async function parseMail(message: Uint8Array): Promise<Mail> {
  const { from, to, subject, text, html, messageId, headers, attachments } = await PostalMime.parse(message);
  return {
    from: from?.address ?? "",
    to: (to ?? []).map(({ address }) => address).join(", "),
    toName: to?.[0]?.name ?? "",
    subject: subject ?? "",
    text: text ?? "",
    html: html ?? "",
    messageId: messageId ?? "",
    headers: headers.map(({ key }) => key),
    files: Object.fromEntries(attachments.map(({ filename, content }) => [filename ?? "", fileSignature(content)])),
  };
}

function fileSignature(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string"
    ? content.slice(0, 5)
    : Buffer.from(new Uint8Array(content).slice(0, 5)).toString();
}
