import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import type { RowChange } from "../kernel/commit.ts";
import { among, type Filter } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";

export type Mail = RowOf<typeof mails>;

/** A letter's link, kept apart until the letter is sent. */
export const enclosed = z.object({ UserID: z.int(), token: z.string(), expires: z.date() });

/** The mails of which the end is not known yet. */
export const unfinished: Filter = { State: among(["waiting", "sending"]) };

const markKey = "mail mark";

/** What a mail starts with that is to go out at once. */
export function fresh(now: Date, runAt: string) {
  return { State: "waiting", Tries: 0, NextTryAt: now.toISOString(), Reason: "", RunAt: runAt, SentAt: null } as const;
}

/** Puts a letter with a link into the outbox. The link itself stays out of records and commits. */
export async function queueLetter(
  tx: Transaction,
  { Kind, To, ...link }: { Kind: "reset" | "invitation"; To: string } & z.output<typeof enclosed>,
): Promise<void> {
  const MessageID = `letter-${randomUUID()}`;
  const { MailID } = await tx.insert(mails, {
    ...fresh(tx.now, tx.now.toISOString()),
    Kind,
    To,
    PaymentReceiptID: null,
    PlotID: null,
    MessageID,
  });
  tx.keepSecret({ key: enclosureOf({ MailID }), value: link });
}

/** Where the link of a letter is kept. */
export function enclosureOf({ MailID }: Pick<Mail, "MailID">): string {
  return `letter:${MailID}`;
}

/** What the Message-IDs of this portal's receipts share, made once; two portals that number alike are told apart by it. */
export async function portalMark(tx: Transaction): Promise<string> {
  const kept = z.string().safeParse(await tx.secret(markKey));
  if (kept.success) return kept.data;
  const mark = randomBytes(8).toString("hex");
  tx.keepSecret({ key: markKey, value: mark });
  return mark;
}

/** The sending that a mail of this kind is part of: what is asked for while another still goes on belongs to that. */
export async function runOf(tx: Transaction, Kind: Mail["Kind"]): Promise<string> {
  const running = await tx.first(mails, { Kind, ...unfinished });
  return running?.RunAt ?? tx.now.toISOString();
}

/** The mails of this kind among these changes, before and after. */
export function mailsIn(changes: readonly RowChange[], kind: Mail["Kind"]): RowChange[] {
  return changes.filter(({ resource, before, after }) => resource === mails.name && (after ?? before)?.Kind === kind);
}
