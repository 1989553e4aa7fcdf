import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { addDays, type Day, startOfDay } from "../../shared/dates.ts";
import type { RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { RowChange } from "../database/store.ts";
import { type Filter, inArray, type Store, where } from "../database/store.ts";

export type Mail = RowOf<typeof mails>;

/** A letter's link, kept apart until the letter is sent. */
export const pendingLink = z.object({ UserID: z.int(), token: z.string(), expires: z.date() });

/** The mails of which the end is not known yet. */
export const pendingMails: Filter = { State: inArray(["waiting", "sending"]) };

const messageIdSuffixKey = "mail mark";

/** What a mail starts with that is to go out at once. */
export function initialMailState(now: Date, runAt: string) {
  return { State: "waiting", Tries: 0, NextTryAt: now.toISOString(), Reason: "", RunAt: runAt, SentAt: null } as const;
}

/** Puts a letter with a link into the outbox. The link itself stays out of records and commits. */
export async function queueLinkMail(
  tx: Transaction,
  { Kind, To, ...link }: { Kind: "reset" | "invitation"; To: string } & z.output<typeof pendingLink>,
): Promise<void> {
  const MessageID = `letter-${randomUUID()}`;
  const { MailID } = await tx.insert(mails, {
    ...initialMailState(tx.now, tx.now.toISOString()),
    Kind,
    To,
    PaymentReceiptID: null,
    PlotID: null,
    MessageID,
  });
  tx.putSecret({ key: pendingLinkKey({ MailID }), value: link });
}

/** Where the link of a letter is kept. */
export function pendingLinkKey({ MailID }: Pick<Mail, "MailID">): string {
  return `letter:${MailID}`;
}

/** What the Message-IDs of this portal's receipts share, made once; two portals that number alike are told apart by it. */
export async function getMessageIdSuffix(tx: Transaction): Promise<string> {
  const kept = z.string().safeParse(await tx.readSecret(messageIdSuffixKey));
  if (kept.success) return kept.data;
  const mark = randomBytes(8).toString("hex");
  tx.putSecret({ key: messageIdSuffixKey, value: mark });
  return mark;
}

/** The sending that a mail of this kind is part of: what is asked for while another still goes on belongs to that. */
export async function currentRunAt(tx: Transaction, Kind: Mail["Kind"]): Promise<string> {
  const running = await tx.findFirst(mails, { Kind, ...pendingMails });
  return running?.RunAt ?? tx.now.toISOString();
}

/** The mails of this kind among these changes, before and after. */
export function mailChangesOf(changes: readonly RowChange[], kind: Mail["Kind"]): RowChange[] {
  return changes.filter(({ resource, before, after }) => resource === mails.name && (after ?? before)?.Kind === kind);
}

/** How far the sending of this kind that began last is. */
export async function readSendProgress(store: Store, Kind: Mail["Kind"]) {
  const [latest] = await store.find(mails, { Kind }, { sort: { RunAt: -1 }, limit: 1 });
  if (!latest) return { pending: 0, sent: 0, failed: 0, withdrawn: 0 };
  const run = { Kind, RunAt: latest.RunAt };
  const [pending, sent, failed, withdrawn] = await Promise.all([
    store.count(mails, { ...run, ...pendingMails }),
    store.count(mails, { ...run, State: "sent" }),
    store.count(mails, { ...run, State: "failed" }),
    store.count(mails, { ...run, State: "withdrawn" }),
  ]);
  return { pending, sent, failed, withdrawn };
}

/** Filter for instants of this day in society time. */
export function duringDay(day: Day): unknown {
  return where({ $gte: startOfDay(day).toISOString(), $lt: startOfDay(addDays(day, 1)).toISOString() });
}

/**
 * The houses among these whose reminder of today is sent or pending. Writes one key, so that of two concurrent requests the
 * second is retried and finds the reminders of the first.
 */
export async function findRemindedToday(tx: Transaction, PlotIDs: readonly number[]): Promise<Set<number | null>> {
  tx.putSecret({ key: "reminders asked to be mailed", value: tx.now });
  const reminders = { Kind: "reminder", PlotID: inArray(PlotIDs) };
  const pending = await tx.find(mails, { ...reminders, ...pendingMails });
  const sent = await tx.find(mails, { ...reminders, SentAt: duringDay(tx.today) });
  return new Set([...pending, ...sent].map((mail) => mail.PlotID));
}
