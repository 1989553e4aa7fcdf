import { canDo } from "../../shared/can-do.ts";
import { monthKey, monthOf, societyToday } from "../../shared/dates.ts";
import { stillDue } from "../../shared/domain/schedule.ts";
import { emailState, sendEmails } from "../../shared/endpoints/send-emails.ts";
import { messages } from "../../shared/messages.ts";
import { sumPaisa } from "../../shared/money.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { MailProgress } from "../../shared/wire.ts";
import type { RowChange } from "../kernel/commit.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Store } from "../kernel/store.ts";
import { isAddress } from "../mail/address.ts";
import { mailsIn } from "../mail/outbox.ts";
import { progressOf } from "../mail/progress.ts";
import { receiptLetter } from "../mail/receipt-letter.ts";
import { type Queued, queueReceipts } from "../mail/receipt-queue.ts";
import type { MailKind } from "../mail/sender.ts";
import { countUnsent } from "../mail/unsent.ts";
import { receiptPdf } from "../paper/receipt-pdf.ts";

interface ReceiptMailParts {
  store: Store;
  mirror: Mirror;
  feed: Feed;
  now: () => Date;
  society: { name: string };
  asFiles: boolean;
}

/** Receipts by mail: asked for, written, and told of while they go out. */
export function receiptMail({ store, mirror, feed, now, society, asFiles }: ReceiptMailParts): {
  calls: Call[];
  board: Board;
  kind: MailKind;
} {
  let reading: Promise<MailProgress> | undefined;

  return {
    calls: [
      defineCall(sendEmails, async ({ ctx }) => {
        const asked = await ctx.transaction(queueReceipts);
        const msg = answerTo(asked);
        const wrong = asked.wrong.map(({ HouseNo, EmailID }) => ({ HouseNo, EmailID }));
        return { success: true, message: msg, msg, data: { queued: asked.queued, wrong } };
      }),
      defineCall(emailState, async ({ ctx }) => {
        await feed.seen([plot.name]);
        const unsent = await countUnsent({ viewer: ctx.viewer, store, mirror });
        return { success: true, message: "", data: { unsent, asFiles, progress: await progress() } };
      }),
    ],
    board: {
      name: paymentReceipt.name,
      moves: (changes, viewer) => viewer.scope === "all" && mailsIn(changes, "receipt").some(isProgress),
      mayWatch: (viewer) => canDo(viewer, { resource: paymentReceipt, verb: "list" }),
      tell: async (_viewer, emit) => emit("mail", await sharedProgress()),
    },
    kind: {
      write: async ({ PaymentReceiptID }) => {
        const receipt = await store.get(paymentReceipt, PaymentReceiptID ?? 0);
        if (!receipt || receipt.VoidedAt !== null || receipt.IsEmailSent) return { state: "withdrawn" };
        const { PlotID, Allocations } = receipt;
        const house = await store.get(plot, PlotID);
        if (!house || !isAddress(house.EmailID)) return { state: "withdrawn" };
        const settled = new Map(Allocations.map((given) => [given.PaymentScheduleID, given.Amount]));
        const rows = await store.find(paymentSchedule, { PlotID }, { sort: { DueDate: 1 } });
        const today = societyToday(now());
        const month = monthKey(monthOf(today));
        const letter = receiptLetter({
          receipt,
          to: { name: house.OwnerName, address: house.EmailID },
          society: society.name,
          settled: rows.flatMap(({ PaymentScheduleID, DueDate }) => {
            const Amount = settled.get(PaymentScheduleID);
            return Amount === undefined ? [] : [{ DueDate, Amount }];
          }),
          stillDue: sumPaisa(rows.filter(({ DueDate }) => DueDate.slice(0, 7) <= month).map(stillDue)),
        });
        const paper = { receipt, owner: house.OwnerName, installments: rows, society: society.name, madeOn: today };
        return { ...letter, attachments: [await receiptPdf(paper)] };
      },
      settle: async (tx, { mail: { PaymentReceiptID }, outcome }) => {
        const receipt = await tx.first(paymentReceipt, { PaymentReceiptID });
        if (!receipt) return;
        if (outcome.state === "sent") tx.update(paymentReceipt, receipt, { IsEmailSent: 1, MailError: "" });
        if (outcome.state === "failed") tx.update(paymentReceipt, receipt, { MailError: outcome.reason });
      },
    },
  };

  /** All groups of listeners are told in the same moment, and what is true of it is read once. */
  function sharedProgress(): Promise<MailProgress> {
    reading ??= progress();
    queueMicrotask(() => {
      reading = undefined;
    });
    return reading;
  }

  /** Of the sending that began last. */
  async function progress(): Promise<MailProgress> {
    const { pending, sent, failed } = await progressOf(store, "receipt");
    return { pending, sent, failed };
  }
}

function answerTo({ tooSoon, queued, underWay }: Queued): string {
  if (queued > 0) return messages.emailsSent;
  return tooSoon || underWay > 0 ? messages.noNewEmails : messages.allEmailsSent;
}

/** A mail that is claimed or put off is as pending as before. */
function isProgress({ before, after }: RowChange): boolean {
  return isOver(before) !== isOver(after) || before === null || after === null;
}

function isOver(mail: RowChange["after"]): boolean {
  return mail?.State === "sent" || mail?.State === "failed";
}
