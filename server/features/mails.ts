import { type MailRecord, mailFile, mailsList, retryMail, retryMails } from "../../shared/endpoints/mails.ts";
import { messages } from "../../shared/messages.ts";
import { can } from "../../shared/permissions.ts";
import { mailStates, mails } from "../../shared/resources/mails.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { linkSubject } from "../ground/reset-letter.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import { idFrom } from "../kernel/ids.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import { conflict, notFound } from "../kernel/refusal.ts";
import { among, type Store, where } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { fresh, type Mail, runOf } from "../mail/outbox.ts";
import type { Post } from "../mail/post.ts";
import { receiptSubject } from "../mail/receipt-letter.ts";
import { reminderSubject } from "../mail/reminder-letter.ts";
import { remindedToday } from "../mail/reminder-queue.ts";

interface MailParts {
  store: Store;
  mirror: Mirror;
  feed: Feed;
  society: { name: string };
  post: Pick<Post, "asFiles" | "read">;
}

/** The mails that hold no secret. */
const plain: readonly Mail["Kind"][] = ["receipt", "reminder"];

/** The outbox as administrators see it: what went where and what did not, but never a link to choose a password with. */
export function mailCalls({ store, mirror, feed, society, post }: MailParts): { calls: Call[]; board: Board } {
  return {
    calls: [
      defineCall(mailsList, async ({ query: { state, limit, after } }) => {
        await feed.seen([mails.name]);
        const filter = {
          ...(state === undefined ? {} : { State: state }),
          ...(after === undefined ? {} : { MailID: where({ $lt: after }) }),
        };
        const found = await store.find(mails, filter, { sort: { MailID: -1 }, limit: limit + 1 });
        const page = found.slice(0, limit);
        const next = found.length > limit ? (page.at(-1)?.MailID ?? null) : null;
        const data = await recordsOf(page);
        return { success: true, message: "", data, next, counts: await counted(), asFiles: post.asFiles };
      }),
      defineCall(mailFile, async ({ params }) => {
        const mail = await store.get(mails, idFrom(mails, params.MailID));
        if (!mail) throw notFound(mails.label);
        if (!plain.includes(mail.Kind)) throw conflict(messages.mailClosed);
        const content = mail.State === "sent" ? await post.read(mail.MessageID) : undefined;
        if (content === undefined) throw notFound(mails.label);
        return { success: true, message: "", data: { name: `${mail.MessageID}.eml`, content } };
      }),
      defineCall(retryMail, async ({ ctx, params }) => {
        const MailID = idFrom(mails, params.MailID);
        await ctx.transaction(async (tx) => {
          const mail = await tx.get(mails, MailID);
          if (!isRepeatable(mail)) throw conflict(messages.mailNotRepeatable);
          if ((await repeat(tx, [mail])) === 0) throw conflict(messages.remindedToday);
        });
        return { success: true, message: messages.mailsQueued(1), data: { queued: 1 } };
      }),
      defineCall(retryMails, async ({ ctx }) => {
        const queued = await ctx.transaction(async (tx) => {
          const failed = await tx.find(mails, { State: "failed", Kind: among(plain) });
          return repeat(tx, failed.toReversed());
        });
        const message = queued > 0 ? messages.mailsQueued(queued) : messages.noMailsFailed;
        return { success: true, message, data: { queued } };
      }),
    ],
    board: {
      name: "outbox",
      moves: (changes, viewer) => viewer.scope === "all" && changes.some(({ resource }) => resource === mails.name),
      mayWatch: (viewer) => can(viewer, { page: "/system-management?tab=mails", flag: "CanView" }),
      tell: async (_viewer, emit) => emit("resync", { resources: ["outbox"] }),
    },
  };

  async function counted() {
    const [waiting = 0, sending = 0, sent = 0, failed = 0, withdrawn = 0] = await Promise.all(
      mailStates.map((State) => store.count(mails, { State })),
    );
    return { waiting, sending, sent, failed, withdrawn };
  }

  async function recordsOf(page: readonly Mail[]): Promise<MailRecord[]> {
    const ids = page.flatMap(({ PaymentReceiptID }) => PaymentReceiptID ?? []);
    const receipts = new Map(
      (await store.find(paymentReceipt, { PaymentReceiptID: among(ids) })).map((row) => [row.PaymentReceiptID, row]),
    );
    return page.map((mail) => {
      const { MailID, Kind, To, State, Tries, Reason, RunAt, NextTryAt, SentAt } = mail;
      const receipt = receipts.get(mail.PaymentReceiptID ?? 0);
      return {
        MailID,
        Kind,
        To,
        Subject: receipt ? receiptSubject(society.name, receipt) : subjectOf(mail),
        State,
        Tries,
        Reason,
        RunAt,
        NextTryAt: State === "waiting" ? NextTryAt : null,
        SentAt,
        IsOpen: post.asFiles && State === "sent" && plain.includes(Kind),
        IsRepeatable: isRepeatable(mail),
      };
    });
  }

  function subjectOf({ Kind, PlotID }: Mail): string {
    if (Kind !== "reminder") return linkSubject(society.name, Kind);
    return reminderSubject(society.name, { HouseNo: mirror.get(plot, PlotID ?? 0)?.HouseNo ?? "" });
  }
}

/** The link of a letter that failed is gone; whoever needs it asks for another. */
function isRepeatable({ Kind, State }: Mail): boolean {
  return State === "failed" && plain.includes(Kind);
}

/**
 * Back into the outbox, to the address that the house has now; whether there is still a reason to send is seen when they are
 * sent. A house that is reminded today anyway gets no second one. Returns how many there are.
 */
async function repeat(tx: Transaction, failed: readonly Mail[]): Promise<number> {
  const runs = { receipt: await runOf(tx, "receipt"), reminder: await runOf(tx, "reminder") };
  const ids = failed.flatMap(({ PaymentReceiptID }) => PaymentReceiptID ?? []);
  const receipts = new Map(
    (await tx.find(paymentReceipt, { PaymentReceiptID: among(ids) })).map((row) => [row.PaymentReceiptID, row]),
  );
  const reminded = await remindedToday(
    tx,
    failed.flatMap(({ PlotID }) => PlotID ?? []),
  );
  const PlotIDs = [...failed, ...receipts.values()].flatMap(({ PlotID }) => PlotID ?? []);
  const houses = new Map((await tx.find(plot, { PlotID: among(PlotIDs) })).map((row) => [row.PlotID, row]));
  let repeated = 0;
  for (const mail of failed) {
    if (mail.Kind === "reminder" && reminded.has(mail.PlotID)) continue;
    reminded.add(mail.PlotID);
    const receipt = receipts.get(mail.PaymentReceiptID ?? 0);
    if (receipt && receipt.MailError !== "") tx.update(paymentReceipt, receipt, { MailError: "" });
    const house = houses.get(receipt?.PlotID ?? mail.PlotID ?? 0);
    const run = mail.Kind === "receipt" ? runs.receipt : runs.reminder;
    tx.update(mails, mail, { ...fresh(tx.now, run), To: house?.EmailID ?? mail.To });
    repeated++;
  }
  return repeated;
}
