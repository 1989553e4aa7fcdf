import { listMails, type MailRecord, readMailFile, retryMail, retryMails } from "../../../shared/endpoints/mails.ts";
import { createMessage } from "../../../shared/messages.ts";
import { can } from "../../../shared/permissions.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { mailStates, mails } from "../../../shared/resources/mails.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, type Store, where } from "../../database/store.ts";
import { conflict, notFound } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import {
  findRemindedToday,
  getInitialMailState,
  lockReminderRequests,
  type Mail,
  readCurrentRunAt,
} from "../../mail/outbox.ts";
import {
  billSubject,
  bounceSubject,
  receiptSubject,
  reminderSubject,
  userMailSubject,
} from "../../mail/templates/subjects.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

/** The kinds of mails without a secret link. Only these can be read and retried. */
const kindsWithoutSecret = ["receipt", "reminder", "bill", "bounce"] as const;

function hasNoSecret(kind: Mail["Kind"]): kind is (typeof kindsWithoutSecret)[number] {
  return kindsWithoutSecret.some((each) => each === kind);
}

export const feature: Feature = { initialize: initializeMails };

/** The mails of the outbox: lists them, reads their files and retries failed ones. */
function initializeMails({
  store,
  referenceCache,
  changeStream,
  readSociety,
  mailTransport,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(listMails, async ({ query: { state, limit, after } }) => {
        await changeStream.waitForOwnCommits([mails.name]);
        const filter = {
          ...(state === undefined ? {} : { State: state }),
          ...(after === undefined ? {} : { MailID: where({ $lt: after }) }),
        };
        const rows = await store.find(mails, filter, { sort: { MailID: -1 }, limit: limit + 1 });
        const page = rows.slice(0, limit);
        return {
          data: await toMailRecords(page),
          next: rows.length > limit ? (page.at(-1)?.MailID ?? null) : null,
          counts: await countByState(),
          asFiles: mailTransport.writesFiles,
        };
      }),
      defineEndpointHandler(readMailFile, async ({ params }) => {
        const mail = await store.get(mails, parseId(mails, params.MailID));
        if (!mail) throw notFound(mails.label);
        if (!hasNoSecret(mail.Kind)) throw conflict(createMessage("mail-holds-secret"));
        const content = mail.State === "sent" ? await mailTransport.read(mail.MessageID) : undefined;
        if (content === undefined) throw notFound(mails.label);
        return { data: { name: `${mail.MessageID}.eml`, content } };
      }),
      defineEndpointHandler(retryMail, async ({ ctx, params }) => {
        const MailID = parseId(mails, params.MailID);
        await ctx.transaction(async (tx) => {
          const mail = await tx.get(mails, MailID);
          if (!isRetryable(mail)) throw conflict(createMessage("mail-not-retryable"));
          if ((await requeueMails(tx, [mail])) === 0) throw conflict(createMessage("reminded-today"));
        });
        return { ...createMessage("mails-requeued", { count: 1 }), data: { queued: 1 } };
      }),
      defineEndpointHandler(retryMails, async ({ ctx }) => {
        const queued = await ctx.transaction(async (tx) => {
          const failed = await tx.find(mails, { State: "failed", Kind: inArray(kindsWithoutSecret) });
          return requeueMails(tx, failed.toReversed());
        });
        const message =
          queued > 0 ? createMessage("mails-requeued", { count: queued }) : createMessage("no-failed-mails");
        return { ...message, data: { queued } };
      }),
    ],
    liveQueries: [
      {
        name: "outbox",
        isAffectedBy: (changes, viewer) =>
          viewer.scope === "all" && changes.some(({ resource }) => resource === mails.name),
        canSubscribe: (viewer) => can(viewer, { page: "/system-management?tab=mails", flag: "CanView" }),
        send: async (_viewer, emit) => emit("resync", { resources: ["outbox"] }),
      },
    ],
  };

  async function countByState() {
    const [waiting = 0, sending = 0, sent = 0, failed = 0, withdrawn = 0] = await Promise.all(
      mailStates.map((State) => store.count(mails, { State })),
    );
    return { waiting, sending, sent, failed, withdrawn };
  }

  async function toMailRecords(page: readonly Mail[]): Promise<MailRecord[]> {
    const receipts = await readReceipts(store, page);
    const bills = await readBills(store, page);
    const hasFile = await Promise.all(
      page.map(
        async ({ State, Kind, MessageID }) =>
          State === "sent" && hasNoSecret(Kind) && (await mailTransport.hasFile(MessageID)),
      ),
    );
    return page.map((mail, index) => {
      const { MailID, Kind, To, State, Tries, Reason, RunAt, NextTryAt, SentAt } = mail;
      const receipt = receipts.get(mail.PaymentReceiptID ?? 0);
      const billRow = bills.get(mail.BillID ?? 0);
      const { Name } = readSociety();
      return {
        MailID,
        Kind,
        To,
        Subject: receipt ? subjectOfReceipt(mail, receipt) : billRow ? billSubject(Name, billRow) : subjectOf(mail),
        State,
        Tries,
        Reason,
        RunAt,
        NextTryAt: State === "waiting" ? NextTryAt : null,
        SentAt,
        IsOpen: hasFile[index] === true,
        IsRepeatable: isRetryable(mail),
      };
    });
  }

  function subjectOfReceipt({ Kind }: Mail, receipt: Receipt): string {
    return (Kind === "bounce" ? bounceSubject : receiptSubject)(readSociety().Name, receipt);
  }

  function subjectOf({ Kind, PlotID }: Mail): string {
    if (!hasNoSecret(Kind)) return userMailSubject(readSociety().Name, Kind);
    return reminderSubject(readSociety().Name, { HouseNo: referenceCache.get(plot, PlotID ?? 0)?.HouseNo ?? "" });
  }
}

/** A failed mail with a link for an account cannot be retried, because its link was deleted. */
function isRetryable({ Kind, State }: Mail): boolean {
  return State === "failed" && hasNoSecret(Kind);
}

/**
 * Queues failed mails again, to the current address of the house, and returns their number. Skips reminders of houses
 * that have another reminder of today. A mail that is no longer needed is withdrawn instead of sent.
 */
async function requeueMails(tx: Transaction, failed: readonly Mail[]): Promise<number> {
  const runAt = new Map<Mail["Kind"], string>();
  for (const kind of kindsWithoutSecret) runAt.set(kind, await readCurrentRunAt(tx, kind));
  const receipts = await readReceipts(tx, failed);
  lockReminderRequests(tx);
  const reminded = await findRemindedToday(tx, {
    PlotIDs: failed.flatMap(({ PlotID }) => PlotID ?? []),
    today: tx.today,
  });
  const bills = await readBills(tx, failed);
  const PlotIDs = [...failed, ...receipts.values(), ...bills.values()].flatMap(({ PlotID }) => PlotID ?? []);
  const houses = new Map((await tx.find(plot, { PlotID: inArray(PlotIDs) })).map((row) => [row.PlotID, row]));
  let queued = 0;
  for (const mail of failed) {
    if (mail.Kind === "reminder" && reminded.has(mail.PlotID)) continue;
    reminded.add(mail.PlotID);
    const receipt = receipts.get(mail.PaymentReceiptID ?? 0);
    if (mail.Kind === "receipt" && receipt && receipt.MailError !== "")
      tx.update(paymentReceipt, receipt, { MailError: "" });
    const billRow = bills.get(mail.BillID ?? 0);
    if (billRow && billRow.MailError !== "") tx.update(bill, billRow, { MailError: "" });
    const house = houses.get(receipt?.PlotID ?? billRow?.PlotID ?? mail.PlotID ?? 0);
    const state = getInitialMailState(tx.now, runAt.get(mail.Kind) ?? tx.now.toISOString());
    tx.update(mails, mail, { ...state, To: house?.EmailID ?? mail.To });
    queued++;
  }
  return queued;
}

/** The receipts of these mails by id. */
async function readReceipts(source: Pick<Store, "find"> | Transaction, mailRows: readonly Mail[]) {
  const ids = mailRows.flatMap(({ PaymentReceiptID }) => PaymentReceiptID ?? []);
  const receipts = await source.find(paymentReceipt, { PaymentReceiptID: inArray(ids) });
  return new Map(receipts.map((receipt) => [receipt.PaymentReceiptID, receipt]));
}

/** The bills of these mails by BillID. */
async function readBills(source: Pick<Store, "find"> | Transaction, mailRows: readonly Mail[]) {
  const ids = mailRows.flatMap(({ BillID }) => BillID ?? []);
  const bills = ids.length > 0 ? await source.find(bill, { BillID: inArray(ids) }) : [];
  return new Map(bills.map((row) => [row.BillID, row]));
}
