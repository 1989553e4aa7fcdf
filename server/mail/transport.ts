import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { z } from "zod";
import { type Address, type MailMessage, toSingleLine } from "./message.ts";

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

/** Why a try failed. */
interface DeliveryFailure {
  /** For those who look after receipts, and the house itself: the mail server's words, but nothing of the network between. */
  reason: string;
  /** Another try would be refused as well. */
  isPermanent: boolean;
  /** What the log says of it, as the words of mail servers name addresses; none where no mail server is to blame. */
  code?: string | number;
}

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

const connectionErrorCodes: ReadonlySet<string> = new Set([
  "ECONNECTION",
  "EDNS",
  "EPROTOCOL",
  "EPROXY",
  "ESOCKET",
  "ETIMEDOUT",
  "ETLS",
]);
const maxReasonLength = 300;
const retryDelaysMs = [5_000, 30_000, 2 * 60_000, 10 * 60_000] as const;

/** The most often that a mail is tried. */
export const maxAttempts = retryDelaysMs.length + 1;

/** When a mail is tried again after so many tries. */
export function nextAttemptAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelaysMs[tries - 1] ?? 0));
}

/** What nodemailer's error means for the mail. */
export function classifyError(error: unknown): DeliveryFailure {
  const { code, responseCode, response } = smtpError.safeParse(error).data ?? {};
  return { ...classify({ code, responseCode, response }), code: responseCode ?? code };
}

function classify({ code, responseCode, response }: z.output<typeof smtpError>): Omit<DeliveryFailure, "code"> {
  if (code === "EAUTH" || code === "ENOAUTH")
    return { reason: "The mail server does not let the portal in", isPermanent: false };
  const aboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (aboutMail && response !== undefined)
    return {
      reason: toSingleLine(response).slice(0, maxReasonLength),
      isPermanent: responseCode !== undefined && responseCode >= 500 && responseCode !== 503,
    };
  if (aboutMail) return { reason: "The e-mail address was not accepted", isPermanent: true };
  if (code !== undefined && connectionErrorCodes.has(code))
    return { reason: "The mail server cannot be reached", isPermanent: false };
  return { reason: "The mail could not be written", isPermanent: false };
}
