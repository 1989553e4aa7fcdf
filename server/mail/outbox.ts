import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { addDays, type Day, startOfDay } from "../../shared/dates.ts";
import type { RowOf } from "../../shared/registry.ts";
import { mails, type UserMailKind } from "../../shared/resources/mails.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Filter, inArray, type RowChange, type Store, where } from "../database/store.ts";

export type Mail = RowOf<typeof mails>;

/** The link of a mail about an account, in the secret store until the mail is sent. */
export const pendingLinkSchema = z.object({ UserID: z.int(), token: z.string(), expires: z.date() });

/** The filter for mails that still have to be sent: waiting, or being sent now. */
export const pendingMailsFilter: Filter = { State: inArray(["waiting", "sending"]) };

/** Stored in the database, so its text must not change. */
const messageIdSuffixKey = "mail mark";

/** The fields of a new mail, which is due at once. `runAt` identifies its batch. */
export function getInitialMailState(now: Date, runAt: string) {
  return { State: "waiting", Tries: 0, NextTryAt: now.toISOString(), Reason: "", RunAt: runAt, SentAt: null } as const;
}

/** The references of a mail that concerns no record. */
const noMailReferences = { PaymentReceiptID: null, BillID: null, PlotID: null } as const;

interface QueuedMail extends Pick<Mail, "To" | "MessageID">, Partial<Pick<Mail, keyof typeof noMailReferences>> {
  /** The failed or withdrawn mail that is sent again instead of a new one. */
  earlier?: Mail | undefined;
}

/** Queues mails of one kind. They join the batch of this kind that is being sent, if there is one. */
export async function queueMails(tx: Transaction, Kind: Mail["Kind"], queued: readonly QueuedMail[]): Promise<void> {
  const initialState = getInitialMailState(tx.now, await readCurrentRunAt(tx, Kind));
  const newMails: Partial<Mail>[] = [];
  for (const { earlier, ...mail } of queued)
    if (earlier) tx.update(mails, earlier, { ...initialState, To: mail.To });
    else newMails.push({ ...initialState, ...noMailReferences, ...mail, Kind });
  await tx.insertMany(mails, newMails);
}

/** Queues a mail with a link. The link is stored in the secret store, not in the record or commit. */
export async function queueLinkMail(
  tx: Transaction,
  { Kind, To, ...link }: { Kind: UserMailKind; To: string } & z.output<typeof pendingLinkSchema>,
): Promise<void> {
  const MessageID = `letter-${randomUUID()}`;
  const { MailID } = await tx.insert(mails, {
    ...getInitialMailState(tx.now, tx.now.toISOString()),
    Kind,
    To,
    ...noMailReferences,
    MessageID,
  });
  tx.putSecret({ key: pendingLinkKey({ MailID }), value: link });
}

/** The key of the mail's link in the secret store. Stored in the database, so its text must not change. */
export function pendingLinkKey({ MailID }: Pick<Mail, "MailID">): string {
  return `letter:${MailID}`;
}

/**
 * The random suffix of this portal's Message-IDs, created on first use. Without it, two portals could use the same
 * Message-ID for mails with the same number.
 */
export async function getOrCreateMessageIdSuffix(tx: Transaction): Promise<string> {
  const storedSuffix = z.string().safeParse(await tx.readSecret(messageIdSuffixKey));
  if (storedSuffix.success) return storedSuffix.data;
  const suffix = randomBytes(8).toString("hex");
  tx.putSecret({ key: messageIdSuffixKey, value: suffix });
  return suffix;
}

/** The RunAt for new mails: the RunAt of the batch that is being sent, otherwise the current time. */
export async function readCurrentRunAt(tx: Transaction, Kind: Mail["Kind"]): Promise<string> {
  const pendingMail = await tx.findFirst(mails, { Kind, ...pendingMailsFilter });
  return pendingMail?.RunAt ?? tx.now.toISOString();
}

/** The changes of mails of this kind. */
export function mailChangesOf(changes: readonly RowChange[], kind: Mail["Kind"]): RowChange[] {
  return changes.filter(({ resource, before, after }) => resource === mails.name && (after ?? before)?.Kind === kind);
}

/** The numbers of pending, sent, failed and withdrawn mails in the latest batch of this kind. All 0 without a mail. */
export async function readSendProgress(store: Store, Kind: Mail["Kind"]) {
  const [latest] = await store.find(mails, { Kind }, { sort: { RunAt: -1 }, limit: 1 });
  if (!latest) return { pending: 0, sent: 0, failed: 0, withdrawn: 0 };
  // One query for all states: a mail that is sent between two queries would be counted twice or not at all.
  const groups = store.aggregate(
    mails,
    { Kind, RunAt: latest.RunAt },
    { group: { _id: "$State", count: { $sum: 1 } } },
  );
  const counts = new Map<unknown, number>();
  for await (const { _id, count } of groups) counts.set(_id, Number(count));
  const countOf = (state: Mail["State"]) => counts.get(state) ?? 0;
  return {
    pending: countOf("waiting") + countOf("sending"),
    sent: countOf("sent"),
    failed: countOf("failed"),
    withdrawn: countOf("withdrawn"),
  };
}

/** Filter value: an instant within this day of the society. */
export function onSocietyDay(day: Day): unknown {
  return where({ $gte: startOfDay(day).toISOString(), $lt: startOfDay(addDays(day, 1)).toISOString() });
}

/**
 * Prevents concurrent requests from queueing a reminder twice: all write the same key, so that the later request
 * conflicts, is retried and finds the reminders of the earlier one.
 */
export function lockReminderRequests(tx: Transaction): void {
  tx.putSecret({ key: "reminders asked to be mailed", value: tx.now });
}

/** The plots among these whose reminder is pending or was sent today. */
export async function findRemindedToday(
  source: Pick<Store, "find"> | Pick<Transaction, "find">,
  { PlotIDs, today }: { PlotIDs: readonly number[]; today: Day },
): Promise<Set<number | null>> {
  const remindersFilter = { Kind: "reminder", PlotID: inArray(PlotIDs) };
  const pending = await source.find(mails, { ...remindersFilter, ...pendingMailsFilter });
  const sent = await source.find(mails, { ...remindersFilter, SentAt: onSocietyDay(today) });
  return new Set([...pending, ...sent].map((mail) => mail.PlotID));
}
