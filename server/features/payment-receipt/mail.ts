import { monthKey, monthOf, societyDayAt } from "../../../shared/dates.ts";
import { chargeItemId, dueDateOf, itemIdOf } from "../../../shared/domain/adjustments.ts";
import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import { isMailableReceipt } from "../../../shared/domain/mail-state.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { receiptMailStatus, sendReceiptMails } from "../../../shared/endpoints/payment-receipt-mail.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { subtractFromSum, sumPaisa } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { MailProgress } from "../../../shared/wire.ts";
import { inArray, type RowChange } from "../../database/store.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isEmailAddress, type MailMessage, toInvalidAddresses } from "../../mail/message.ts";
import { mailChangesOf, readSendProgress } from "../../mail/outbox.ts";
import { type NotSent, toMailSample } from "../../mail/sender.ts";
import { createCodeUrlSigner, receiptPayload } from "../../services/document-code-payloads.ts";
import { readOpenItems } from "../../services/house-items.ts";
import { wasOwnedByCurrentOwnerOn } from "../../services/ownership.ts";
import { toLetterhead } from "../../services/society.ts";
import { countUnsentReceipts } from "../../services/unsent-receipts.ts";
import type { FeatureContributions, FeatureServices } from "../feature.ts";
import { hashMailedFields, previewReceiptMails, queueReceiptMails, type ReceiptMailsOutcome } from "./mail-queue.ts";
import { renderReceiptMail, renderReceiptPdf } from "./mail-template.ts";

/** Queues, previews and composes the mails of receipts, and shows clients the progress of sending. */
export function createReceiptMailContributions({
  store,
  referenceCache,
  changeStream,
  now,
  readSociety,
  mailTransport,
  documentCodes,
  baseUrl,
}: FeatureServices): FeatureContributions {
  let progressRead: Promise<MailProgress> | undefined;

  return {
    endpointHandlers: [
      defineEndpointHandler(sendReceiptMails, async ({ ctx, query }) => {
        if (query.dryRun) {
          const { queued, invalidHouses, sampleId, ...preview } = await previewReceiptMails(store);
          const message = createMessage("nothing-saved");
          const sample = sampleId === undefined ? null : toMailSample(await compose(sampleId));
          return {
            ...message,
            msg: message.message,
            data: { queued, wrong: toInvalidAddresses(invalidHouses), preview: { ...preview, sample } },
          };
        }
        const outcome = await ctx.transaction(queueReceiptMails);
        const message = describeOutcome(outcome);
        const data = { queued: outcome.queued, wrong: toInvalidAddresses(outcome.invalidHouses) };
        return { ...message, msg: message.message, data };
      }),
      defineEndpointHandler(receiptMailStatus, async ({ ctx }) => {
        await changeStream.waitForOwnCommits([plot.name]);
        const unsent = await countUnsentReceipts({ viewer: ctx.viewer, store, referenceCache });
        return { data: { unsent, asFiles: mailTransport.writesFiles, progress: await readProgress() } };
      }),
    ],
    liveQueries: [
      {
        name: paymentReceipt.name,
        isAffectedBy: (changes, viewer) =>
          viewer.scope === "all" && mailChangesOf(changes, "receipt").some(changesProgress),
        send: async (_viewer, emit) => emit("mail", await readSharedProgress()),
      },
    ],
    mailHandlers: {
      receipt: {
        compose: ({ PaymentReceiptID }) => compose(PaymentReceiptID ?? 0),
        applyOutcome: async (tx, { mail: { PaymentReceiptID }, outcome }) => {
          const receipt = await tx.findFirst(paymentReceipt, { PaymentReceiptID });
          if (!receipt) return;
          if (outcome.state === "sent") {
            const { contentHash = "" } = outcome;
            // The receipt may have been changed while its mail was being sent.
            const matchesMail = contentHash === hashMailedFields(receipt);
            const MailedAs = matchesMail ? "" : contentHash;
            tx.update(paymentReceipt, receipt, { IsEmailSent: matchesMail ? 1 : 0, MailedAs, MailError: "" });
          }
          if (outcome.state === "failed") tx.update(paymentReceipt, receipt, { MailError: outcome.reason });
        },
      },
    },
  };

  /** The mail of a receipt with its current values, or `withdrawn` when it must not be sent any more. */
  async function compose(PaymentReceiptID: number): Promise<MailMessage | NotSent> {
    const receipt = await store.get(paymentReceipt, PaymentReceiptID);
    if (!receipt || receipt.VoidedAt !== null || isBouncedOrReturned(receipt) || receipt.IsEmailSent)
      return { state: "withdrawn" };
    const { PlotID, Allocations } = receipt;
    const house = await store.get(plot, PlotID);
    if (!house || !isEmailAddress(house.EmailID)) return { state: "withdrawn" };
    // The house has the address of the current owner, who must not get the receipt of an earlier one.
    if (!isMailableReceipt(receipt, house)) return { state: "withdrawn" };
    const amounts = new Map(Allocations.map((allocation) => [itemIdOf(allocation), allocation.Amount]));
    const chargeIds = Allocations.flatMap(({ ChargeID }) => ChargeID ?? []);
    const allCharges = chargeIds.length > 0 ? await store.find(adjustment, { AdjustmentID: inArray(chargeIds) }) : [];
    const allInstallments = await store.find(paymentSchedule, { PlotID }, { sort: { DueDate: 1 } });
    // What is dated before the ownership is hidden from the owner, as in lists; the mail has only its sum.
    const charges = allCharges.filter((charge) => wasOwnedByCurrentOwnerOn(house, charge.Date));
    const installments = allInstallments.filter(({ DueDate }) => wasOwnedByCurrentOwnerOn(house, DueDate));
    const allocatedItems = [
      ...installments.map(({ PaymentScheduleID: id, DueDate }) => ({ id, DueDate })),
      ...charges.map((charge) => ({ id: chargeItemId(charge.AdjustmentID), DueDate: dueDateOf(charge), charge })),
    ]
      .flatMap(({ id, ...item }) => {
        const Amount = amounts.get(id);
        return Amount === undefined ? [] : [{ id, ...item, Amount }];
      })
      .sort((a, b) => a.DueDate.localeCompare(b.DueDate));
    const broughtForward = subtractFromSum(
      sumPaisa(amounts.values()),
      sumPaisa(allocatedItems.map(({ Amount }) => Amount)),
    );
    const today = societyDayAt(now());
    const society = toLetterhead(readSociety());
    const month = monthKey(monthOf(today));
    const message = renderReceiptMail({
      receipt,
      to: { name: receipt.PayerName, address: house.EmailID },
      society,
      broughtForward,
      allocatedItems,
      today,
      outstanding: sumPaisa(
        (await readOpenItems(store, PlotID))
          .filter(({ DueDate }) => DueDate.slice(0, 7) <= month)
          .map(outstandingAmount),
      ),
    });
    const shownIds = new Set(allocatedItems.map(({ id }) => id));
    const pdfInput = {
      receipt: { ...receipt, Allocations: Allocations.filter((allocation) => shownIds.has(itemIdOf(allocation))) },
      broughtForward,
      installments,
      charges,
      codeUrl: (await createCodeUrlSigner({ documentCodes, baseUrl }))(receiptPayload(receipt)),
      society,
      issuedOn: today,
    };
    return {
      ...message,
      attachments: [await renderReceiptPdf(pdfInput), ...(message.attachments ?? [])],
      contentHash: hashMailedFields(receipt),
    };
  }

  /** Reads the progress once for all subscriber groups, because the broadcaster notifies them in the same tick. */
  function readSharedProgress(): Promise<MailProgress> {
    progressRead ??= readProgress();
    queueMicrotask(() => {
      progressRead = undefined;
    });
    return progressRead;
  }

  /** Progress of the latest run. */
  async function readProgress(): Promise<MailProgress> {
    const { pending, sent, failed } = await readSendProgress(store, "receipt");
    return { pending, sent, failed };
  }
}

function describeOutcome({ isTooSoon, queued, alreadyPending }: ReceiptMailsOutcome): Message {
  if (queued > 0) return createMessage("emails-sent");
  return isTooSoon || alreadyPending > 0 ? createMessage("no-new-emails") : createMessage("all-emails-sent");
}

/** Whether the change of a mail changes the progress. Leases and postponed retries do not. */
function changesProgress({ before, after }: RowChange): boolean {
  return isFinished(before) !== isFinished(after) || before === null || after === null;
}

function isFinished(mail: RowChange["after"]): boolean {
  return mail?.State === "sent" || mail?.State === "failed";
}
