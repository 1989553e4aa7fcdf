import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { addDays, type Day, startOfDay } from "../../shared/dates.ts";
import type { RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { RowChange } from "../database/store.ts";
import { type Filter, inArray, type Store, where } from "../database/store.ts";

export type Mail = RowOf<typeof mails>;

/** The link of a password mail, stored in the secret store until it is sent. */
export const pendingLink = z.object({ UserID: z.int(), token: z.string(), expires: z.date() });

/** Filter of mails that are neither sent nor failed nor withdrawn. */
export const pendingMails: Filter = { State: inArray(["waiting", "sending"]) };

const messageIdSuffixKey = "mail mark";

/** The state of a mail that is due now. */
export function initialMailState(now: Date, runAt: string) {
  return { State: "waiting", Tries: 0, NextTryAt: now.toISOString(), Reason: "", RunAt: runAt, SentAt: null } as const;
}

/** Queues a mail with a link. The link is stored in the secret store, not in the record or commit. */
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

export function pendingLinkKey({ MailID }: Pick<Mail, "MailID">): string {
  return `letter:${MailID}`;
}

/**
 * A random suffix of the Message-IDs of this portal, created on first use. Tells them from those of other portals with
 * the same numbers.
 */
export async function getMessageIdSuffix(tx: Transaction): Promise<string> {
  const stored = z.string().safeParse(await tx.readSecret(messageIdSuffixKey));
  if (stored.success) return stored.data;
  const mark = randomBytes(8).toString("hex");
  tx.putSecret({ key: messageIdSuffixKey, value: mark });
  return mark;
}

/** The RunAt of the batch that is being sent, otherwise now: mails queued while a batch is being sent belong to it. */
export async function currentRunAt(tx: Transaction, Kind: Mail["Kind"]): Promise<string> {
  const running = await tx.findFirst(mails, { Kind, ...pendingMails });
  return running?.RunAt ?? tx.now.toISOString();
}

/** The changes of mails of this kind. */
export function mailChangesOf(changes: readonly RowChange[], kind: Mail["Kind"]): RowChange[] {
  return changes.filter(({ resource, before, after }) => resource === mails.name && (after ?? before)?.Kind === kind);
}

/** How many mails of the latest batch are pending, sent, failed and withdrawn. */
export async function readSendProgress(store: Store, Kind: Mail["Kind"]) {
  const [latest] = await store.find(mails, { Kind }, { sort: { RunAt: -1 }, limit: 1 });
  if (!latest) return { pending: 0, sent: 0, failed: 0, withdrawn: 0 };
  const batch = { Kind, RunAt: latest.RunAt };
  const [pending, sent, failed, withdrawn] = await Promise.all([
    store.count(mails, { ...batch, ...pendingMails }),
    store.count(mails, { ...batch, State: "sent" }),
    store.count(mails, { ...batch, State: "failed" }),
    store.count(mails, { ...batch, State: "withdrawn" }),
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
