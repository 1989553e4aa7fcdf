import { randomUUID } from "node:crypto";
import type { InputOf, RecordOf, RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { plot } from "../../shared/resources/plot.ts";
import { type Harness, openHarness } from "./harness.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord } from "./reply.ts";

type Receipt = RecordOf<typeof paymentReceipt>;

/** What the button answers: receipts are on their way, none was left, or somebody has just pressed it. */
export const emailsSentText = "Emails sent successfully!";
export const allEmailsSentText = "All emails already sent.";
export const pleaseWaitText = "No new emails to send. Please wait 5 seconds and try again.";

/** For what the portal does by itself, which on a busy machine takes a while. */
export const slowPoll = { timeout: 10_000 };

/** A portal with a mail server of its own. */
export async function openHarnessWithMailServer(): Promise<{ harness: Harness; smtp: MailServer }> {
  const smtp = await startMailServer();
  return { harness: await openHarness({ smtpUrl: smtp.url }), smtp };
}

/** A receipt of a house of its own with this address. */
export async function createMailableReceipt(
  { createPlot, admin }: Harness,
  EmailID = "owner@example.org",
): Promise<Receipt> {
  const { HouseNo } = await createPlot({ EmailID });
  return createReceipt(admin, { HouseNo });
}

/** Enters a receipt; what is left out is as usual. */
export async function createReceipt(person: Person, values: Partial<InputOf<typeof paymentReceipt>>): Promise<Receipt> {
  const usual = { AmountPaid: 2500, PaymentDate: "2026-11-14", PaymentMethod: "Cash", Remarks: "" };
  return parseRecord(paymentReceipt, await person.post("/payment-receipt", { ...usual, ...values }));
}

/** The receipt as it is now. */
export async function readReceipt(person: Person, { PaymentReceiptID }: Receipt): Promise<Receipt> {
  return parseRecord(paymentReceipt, await person.get(`/payment-receipt/${PaymentReceiptID}`));
}

/** Voids it. */
export async function voidReceipt(person: Person, { PaymentReceiptID }: Receipt): Promise<void> {
  assertOk(await person.delete(`/payment-receipt/${PaymentReceiptID}`));
}

/** How far the mails are. */
export async function readMailState(person: Person): Promise<unknown> {
  return assertOk(await person.get("/payment-receipt/emails")).body.data;
}

/** Presses 'Send All Pending Emails'. */
export function sendPendingEmails(person: Person) {
  return person.post("/payment-receipt/send-emails");
}

/** A mail in the outbox as an earlier sending has left it; a reminder that failed unless told otherwise. */
export function createMail({ transaction, society, clock }: Harness, values: Partial<RowOf<typeof mails>> = {}) {
  const at = clock.now().toISOString();
  return transaction((tx) =>
    tx.insert(mails, {
      Kind: "reminder",
      To: "owner@example.org",
      PlotID: society.ali.PlotID,
      PaymentReceiptID: null,
      MessageID: `reminder-${randomUUID()}`,
      State: "failed",
      Tries: 5,
      NextTryAt: at,
      Reason: "451 Mailbox busy",
      RunAt: at,
      SentAt: null,
      ...values,
    }),
  );
}

/** Houses of their own that owe Rs 2,500 a month since January; with an address unless told otherwise. */
export async function createIndebtedPlots(
  { createPlot, createSchedule }: Harness,
  ...list: readonly Partial<InputOf<typeof plot>>[]
) {
  const houses: RecordOf<typeof plot>[] = [];
  for (const values of list) houses.push(await createPlot({ EmailID: "owner@example.org", ...values }));
  await createSchedule({ plots: houses.map(({ PlotID }) => PlotID) });
  return houses;
}

/** Asks for reminders to these houses. */
export function sendReminders(person: Person, houses: readonly { PlotID: number }[]) {
  return person.post("/ageing/reminders", { PlotIDs: houses.map(({ PlotID }) => PlotID) });
}
