import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { onTestFinished } from "vitest";
import type { InputOf, RecordOf, RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import type { plot } from "../../shared/resources/plot.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./person.ts";
import { createReceipt, type Receipt } from "./receipts.ts";
import { assertOk } from "./reply.ts";

/** Response messages of `POST /payment-receipt/send-emails`. */
export const emailsSentText = "Emails sent successfully!";
export const allEmailsSentText = "All emails already sent.";
export const pleaseWaitText = "No new emails to send. Please wait 5 seconds and try again.";

/** Creates a plot with this email address and a receipt for it. */
export async function createMailableReceipt(
  { createPlot, admin }: Harness,
  EmailID = "owner@example.org",
): Promise<Receipt> {
  const { HouseNo } = await createPlot({ EmailID });
  return createReceipt(admin, { HouseNo });
}

/** The progress of sending receipts by mail. */
export async function readMailProgress(person: Person): Promise<unknown> {
  return assertOk(await person.get("/payment-receipt/emails")).body.data;
}

/** The request of the button "Send All Pending Emails". */
export function sendPendingEmails(person: Person) {
  return person.post("/payment-receipt/send-emails");
}

/** Inserts a mail into the outbox; by default a reminder that failed. */
export function createMail({ transaction, society, clock }: Harness, values: Partial<RowOf<typeof mails>> = {}) {
  const now = clock.now().toISOString();
  return transaction((tx) =>
    tx.insert(mails, {
      Kind: "reminder",
      To: "owner@example.org",
      PlotID: society.aliPlot.PlotID,
      PaymentReceiptID: null,
      BillID: null,
      MessageID: `reminder-${randomUUID()}`,
      State: "failed",
      Tries: 5,
      NextTryAt: now,
      Reason: "451 Mailbox busy",
      RunAt: now,
      SentAt: null,
      ...values,
    }),
  );
}

/** Creates a plot for each argument; each owes Rs 2,500 a month for 2026 and has an email address by default. */
export async function createIndebtedPlots(
  { createPlot, createSchedule }: Harness,
  ...plotValues: readonly Partial<InputOf<typeof plot>>[]
) {
  const plots: RecordOf<typeof plot>[] = [];
  for (const values of plotValues) plots.push(await createPlot({ EmailID: "owner@example.org", ...values }));
  await createSchedule({ plots: plots.map(({ PlotID }) => PlotID) });
  return plots;
}

export function sendReminders(person: Person, plots: readonly { PlotID: number }[]) {
  return person.post("/ageing/reminders", { PlotIDs: plots.map(({ PlotID }) => PlotID) });
}

/** The response to a complete message: accept it, refuse it with a code and a text, or close the connection. */
type SmtpResponse = "accepted" | `${number} ${string}` | "hang up";

/** An SMTP server that accepts everything, unless a test replaces `refuseRecipient` or `answerMessage`. */
export interface MailServer {
  url: string;
  /** Every complete message in order, accepted or not. */
  received: Mail[];
  accepted: Mail[];
  /** Returns a code and a text to refuse the recipient. */
  refuseRecipient: (address: string) => `${number} ${string}` | undefined;
  answerMessage: (mail: Mail) => SmtpResponse | Promise<SmtpResponse>;
  /** Stops listening. */
  close: () => Promise<void>;
}

/** Starts a mail server on a free port; it is closed when the test ends. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(toSmtpError(mailServer.refuseRecipient(address))),
    onData: (stream, session, done) => {
      buffer(stream)
        .then(parseMail)
        .then(async (mail) => {
          mailServer.received.push(mail);
          const response = await mailServer.answerMessage(mail);
          if (response === "hang up") return hangUp(session);
          if (response === "accepted") mailServer.accepted.push(mail);
          done(response === "accepted" ? null : toSmtpError(response));
        })
        .catch(done);
    },
  });
  // Some tests break the connection of the client.
  smtp.on("error", () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const address = smtp.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    accepted: [],
    refuseRecipient: () => undefined,
    answerMessage: () => "accepted",
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
  onTestFinished(mailServer.close);
  return mailServer;

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of smtp.connections) if (connection.id === id) connection.close();
  }
}

function toSmtpError(refusal: string | undefined): Error | null {
  if (refusal === undefined) return null;
  const [code, ...words] = refusal.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}

interface Mail {
  from: string;
  to: string;
  toName: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The names of all headers, in lower case. */
  headers: string[];
  /** The first five bytes of each attached file as text, by file name. */
  files: Readonly<Record<string, string>>;
  /** The whole content of each attached file, by file name. */
  contents: Readonly<Record<string, Uint8Array>>;
}

/** The mails in the outbox of a portal without a mail server. */
export async function readOutbox(dataDir: string): Promise<Mail[]> {
  const folder = join(dataDir, "outbox");
  const files = await readdir(folder).catch(() => []);
  const mailFiles = files.filter((file) => file.endsWith(".eml"));
  return Promise.all(mailFiles.map(async (file) => parseMail(await readFile(join(folder, file)))));
}

/** Parses a MIME message. */
async function parseMail(message: Uint8Array): Promise<Mail> {
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
    contents: Object.fromEntries(attachments.map(({ filename, content }) => [filename ?? "", toBytes(content)])),
  };
}

function fileSignature(content: ArrayBuffer | Uint8Array | string): string {
  return Buffer.from(toBytes(content).slice(0, 5)).toString();
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}
