import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { type Address, toSingleLine } from "./address.ts";
import type { MailMessage } from "./message.ts";

/** How many mails are on their way at the same time. */
export const maxConcurrentMails = 5;

/** A letter with its place in the outbox. */
interface OutgoingMessage extends MailMessage {
  messageId: string;
  date: Date;
}

export interface MailTransport {
  /** No mail server is set: mails become files. */
  asFiles: boolean;
  /** Reads what sends mails; the doors need not wait for it. */
  preload: () => void;
  /** Resolves when the mail server has taken the mail over. Throws nodemailer's error, or that of the file. */
  send: (letter: OutgoingMessage) => Promise<void>;
  /** The message that was written as a file; undefined when there is none of that Message-ID. */
  read: (messageId: string) => Promise<string | undefined>;
  close: () => Promise<void>;
}

interface MailTransportOptions {
  smtpUrl: string | undefined;
  from: Address;
  dataDir: string;
}

/** The way out for mails: the mail server of `smtpUrl`, or .eml files in the `outbox` folder of `dataDir`. */
export function openMailTransport({ smtpUrl, from, dataDir }: MailTransportOptions): MailTransport {
  return smtpUrl === undefined ? fileTransport(from, join(dataDir, "outbox")) : smtpTransport(from, smtpUrl);
}

function smtpTransport(from: Address, url: string): MailTransport {
  const transport = lazyWithRetry(async () =>
    (await import("nodemailer")).createTransport({
      url,
      pool: true,
      maxConnections: maxConcurrentMails,
      // A mail whose connection broke may have arrived: whether it goes out again is for the outbox to say.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    asFiles: false,
    // Where it fails, the first mail says so.
    preload: () => void transport().catch(() => undefined),
    send: async (letter) => void (await (await transport()).sendMail(toSendMailOptions(letter, from))),
    read: async () => undefined,
    close: async () => (await transport()).close(),
  };
}

/** A mail sent twice is one file. Whole or not at all, and readable by the portal's owner only. */
function fileTransport(from: Address, folder: string): MailTransport {
  const transport = lazyWithRetry(async () =>
    (await import("nodemailer")).createTransport({
      streamTransport: true,
      buffer: true,
      newline: "windows",
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    asFiles: true,
    preload: () => void transport().catch(() => undefined),
    send: async (letter) => {
      const { message } = await (await transport()).sendMail(toSendMailOptions(letter, from));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${letter.messageId}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    read: async (messageId) => {
      if (!/^[\w-]+$/.test(messageId)) return undefined;
      return readFile(join(folder, `${messageId}.eml`), "utf8").catch(() => undefined);
    },
    close: async () => undefined,
  };
}

/** Made when it is first asked for; what could not be made is tried again the next time. */
function lazyWithRetry<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function toSendMailOptions(
  { to, subject, text, html, attachments, messageId, date }: OutgoingMessage,
  from: Address,
): SendMailOptions {
  return {
    from,
    to: { name: toSingleLine(to.name), address: to.address },
    envelope: { from: from.address, to: to.address },
    subject: toSingleLine(subject),
    text,
    html,
    attachments: attachments?.map((item) => ({ ...item, content: Buffer.from(item.content) })),
    messageId: `<${messageId}@${from.address.split("@")[1]}>`,
    date,
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
  };
}
