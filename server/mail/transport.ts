import { access, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { z } from "zod";
import { ensureDataFolder, writeFileAtomically } from "../data-folder.ts";
import { type MailAddress, type MailMessage, toSingleLine } from "./message.ts";

export const maxConcurrentMails = 5;

/** A message with its Message-ID and date. */
interface OutgoingMessage extends MailMessage {
  /** The Message-ID before the @, without brackets; also the name of the .eml file. */
  messageId: string;
  date: Date;
}

/** Sends composed messages. */
export interface MailTransport {
  /** Whether messages are written to files, because no mail server is configured. */
  writesFiles: boolean;
  /** Loads nodemailer in the background. */
  preload: () => void;
  /** Resolves when the mail server has accepted the message. Throws nodemailer's or the file system's error. */
  send: (message: OutgoingMessage) => Promise<void>;
  /** Whether the message's .eml file exists. */
  hasFile: (messageId: string) => Promise<boolean>;
  /** The content of the message's .eml file. Undefined without such a file. */
  read: (messageId: string) => Promise<string | undefined>;
  close: () => Promise<void>;
}

interface MailTransportOptions {
  smtpUrl: string | undefined;
  /** The sender, read for each mail because it has the society's name. */
  from: () => MailAddress;
  dataDir: string;
}

/** Sends through the mail server of `smtpUrl`, or writes .eml files to the folder `outbox` of `dataDir`. */
export function openMailTransport({ smtpUrl, from, dataDir }: MailTransportOptions): MailTransport {
  return smtpUrl === undefined ? createFileTransport(from, dataDir) : createSmtpTransport(from, smtpUrl);
}

function createSmtpTransport(from: () => MailAddress, url: string): MailTransport {
  const transport = lazyWithRetry(async () =>
    (await import("nodemailer")).createTransport({
      url,
      pool: true,
      maxConnections: maxConcurrentMails,
      // No retry by nodemailer: the message may have arrived before the connection broke, and the outbox decides.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    writesFiles: false,
    // A failure is reported when the first mail is sent.
    preload: () => void transport().catch(() => undefined),
    send: async (message) => void (await (await transport()).sendMail(toSendMailOptions(message, from()))),
    hasFile: async () => false,
    read: async () => undefined,
    close: async () => (await transport()).close(),
  };
}

/** Writes messages to files named after their Message-ID, so that a message that is sent twice is one file. */
function createFileTransport(from: () => MailAddress, dataDir: string): MailTransport {
  const folder = join(dataDir, "outbox");
  const fileOf = (messageId: string) => join(folder, `${messageId}.eml`);
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
    writesFiles: true,
    preload: () => void transport().catch(() => undefined),
    send: async (message) => {
      const sent = await (await transport()).sendMail(toSendMailOptions(message, from()));
      await ensureDataFolder(dataDir);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomically(fileOf(message.messageId), sent.message);
    },
    hasFile: (messageId) =>
      access(fileOf(messageId)).then(
        () => true,
        () => false,
      ),
    read: async (messageId) => {
      if (!/^[\w-]+$/.test(messageId)) return undefined;
      return readFile(fileOf(messageId), "utf8").catch(() => undefined);
    },
    close: async () => undefined,
  };
}

/** Creates the value on first use. A failure is retried on the next use. */
function lazyWithRetry<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

function toSendMailOptions(
  { to, subject, text, html, attachments, messageId, date }: OutgoingMessage,
  from: MailAddress,
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

/** Why an attempt failed. */
interface DeliveryFailure {
  /** Shown to staff and to the residents of the plot: the mail server's response, without details of the network. */
  reason: string;
  /** Whether a retry would fail too. */
  isPermanent: boolean;
  /**
   * The error's SMTP or system code. It is logged instead of the error, whose text may contain addresses. Undefined if
   * the error has no code.
   */
  code?: string | number;
}

const smtpErrorSchema = z.object({
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

export const maxAttempts = retryDelaysMs.length + 1;
export const maxRetryDelayMs = Math.max(...retryDelaysMs);

/** The time of the next attempt after this many attempts. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelaysMs[attempts - 1] ?? 0));
}

/** Why an attempt failed, from the error that `send` threw. */
export function classifyError(error: unknown): DeliveryFailure {
  const { code, responseCode, response } = smtpErrorSchema.safeParse(error).data ?? {};
  return { ...classify({ code, responseCode, response }), code: responseCode ?? code };
}

function classify({ code, responseCode, response }: z.output<typeof smtpErrorSchema>): Omit<DeliveryFailure, "code"> {
  if (code === "EAUTH" || code === "ENOAUTH")
    return { reason: "The mail server rejected the portal's sign-in", isPermanent: false };
  const isAboutMessage = code === "EENVELOPE" || code === "EMESSAGE";
  if (isAboutMessage && response !== undefined)
    return {
      reason: toSingleLine(response).slice(0, maxReasonLength),
      // 503, a wrong order of commands, is a failure of the connection.
      isPermanent: responseCode !== undefined && responseCode >= 500 && responseCode !== 503,
    };
  if (isAboutMessage) return { reason: "The email address was not accepted", isPermanent: true };
  if (code !== undefined && connectionErrorCodes.has(code))
    return { reason: "The mail server cannot be reached", isPermanent: false };
  return { reason: "The email could not be created", isPermanent: false };
}
