import { createHash } from "node:crypto";
import { z } from "zod";
import { groupBy } from "../../../shared/grouping.ts";
import { messages } from "../../../shared/messages.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, type Store, where } from "../../database/store.ts";
import { isEmailAddress } from "../../mail/message.ts";
import { getOrCreateMessageIdSuffix, type Mail, queueMails } from "../../mail/outbox.ts";
import { mailableReceiptsFilter, unsentReceiptsFilter } from "../../services/unsent-receipts.ts";

/** The result of a request to mail receipts. */
export interface ReceiptMailsOutcome {
  /** Nothing was queued, because the last request was less than five seconds ago. */
  isTooSoon: boolean;
  /** Number of newly queued mails. */
  queued: number;
  /** Number of mails that were queued already. */
  alreadyPending: number;
  /** Houses with unsent receipts and an invalid address. */
  invalidHouses: Plot[];
}

/** Key of the time of the last request, which is stored beside the secrets because no record contains it. */
const lastRequestKey = "receipts asked to be mailed";
const minIntervalMs = 5_000;

/** Queues a mail for every receipt that was not mailed yet or whose mail failed. */
export async function queueReceiptMails(tx: Transaction): Promise<ReceiptMailsOutcome> {
  const lastRequest = z.date().safeParse(await tx.readSecret(lastRequestKey));
  if (lastRequest.success && Math.abs(tx.now.getTime() - lastRequest.data.getTime()) < minIntervalMs)
    return { isTooSoon: true, queued: 0, alreadyPending: 0, invalidHouses: [] };
  // Causes a write conflict when two requests come at the same time. The later request is retried and finds the first.
  tx.putSecret({ key: lastRequestKey, value: tx.now });
  const { queued, refused, alreadyPending } = await planReceiptMails(tx);
  const messageIdSuffix = await getOrCreateMessageIdSuffix(tx);
  const setError = (receipt: Receipt, MailError: string) => {
    if (receipt.MailError !== MailError) tx.update(paymentReceipt, receipt, { MailError });
  };
  for (const { receipt } of refused) setError(receipt, messages["wrong-address"]);
  for (const { receipt } of queued) setError(receipt, "");
  await queueMails(
    tx,
    "receipt",
    queued.map(({ receipt: { PaymentReceiptID }, house, failedMail, mailCount }) => ({
      PaymentReceiptID,
      To: house.EmailID,
      MessageID: `receipt-${PaymentReceiptID}${mailCount === 0 ? "" : `-${mailCount}`}-${messageIdSuffix}`,
      earlier: failedMail,
    })),
  );
  return { isTooSoon: false, queued: queued.length, alreadyPending, invalidHouses: listHouses(refused) };
}

interface PlannedMail {
  receipt: Receipt;
  house: Plot;
  failedMail: Mail | undefined;
  /** Number of earlier mails of the receipt. A receipt that is changed after it was mailed gets another mail. */
  mailCount: number;
}

interface ReceiptMailPlan {
  queued: readonly PlannedMail[];
  /** Receipts of houses with an invalid address. */
  refused: readonly { receipt: Receipt; house: Plot }[];
  alreadyPending: number;
}

/** The mails that a request would queue. Writes nothing. */
async function planReceiptMails(source: Pick<Store, "find">): Promise<ReceiptMailPlan> {
  const houses = new Map(
    (await source.find(plot, { EmailID: where({ $ne: "" }) })).map((house) => [house.PlotID, house]),
  );
  const receipts = await source.find(paymentReceipt, {
    ...unsentReceiptsFilter,
    ...mailableReceiptsFilter([...houses.values()]),
  });
  const ids = inArray(receipts.map(({ PaymentReceiptID }) => PaymentReceiptID));
  const existingMails = groupBy(
    await source.find(mails, { Kind: "receipt", PaymentReceiptID: ids }),
    (mail) => mail.PaymentReceiptID,
  );
  const queued: PlannedMail[] = [];
  const refused: { receipt: Receipt; house: Plot }[] = [];
  let alreadyPending = 0;
  for (const receipt of receipts) {
    const house = houses.get(receipt.PlotID);
    const receiptMails = existingMails.get(receipt.PaymentReceiptID) ?? [];
    const unsentMail = receiptMails.find(({ State }) => State !== "sent");
    if (!house) continue;
    if (unsentMail && unsentMail.State !== "failed") alreadyPending++;
    else if (isEmailAddress(house.EmailID))
      queued.push({ receipt, house, failedMail: unsentMail, mailCount: receiptMails.length });
    else refused.push({ receipt, house });
  }
  return { queued, refused, alreadyPending };
}

/**
 * How many mails a request would queue now, and for how many houses. `withoutAddress` counts the receipts, from
 * `oldestDate` on, whose house has no address; `sampleId` is the first receipt to be mailed. Writes nothing.
 */
export async function previewReceiptMails(store: Store) {
  const { queued, refused } = await planReceiptMails(store);
  const housesWithoutAddress = await store.find(plot, { EmailID: "" });
  const oldestDate = queued.map(({ receipt }) => receipt.PaymentDate).sort()[0];
  return {
    queued: queued.length,
    invalidHouses: listHouses(refused),
    houses: new Set(queued.map(({ house }) => house.PlotID)).size,
    oldestDate: oldestDate ?? null,
    withoutAddress: await store.count(paymentReceipt, {
      ...unsentReceiptsFilter,
      PlotID: inArray(housesWithoutAddress.map(({ PlotID }) => PlotID)),
      PaymentDate: where({ $gte: oldestDate ?? "" }),
    }),
    sampleId: queued[0]?.receipt.PaymentReceiptID,
  };
}

function listHouses(receipts: readonly { house: Plot }[]): Plot[] {
  return [...new Map(receipts.map(({ house }) => [house.PlotID, house])).values()];
}

type MailedFields = Pick<Receipt, "PlotID" | "AmountPaid" | "PaymentDate">;

/**
 * A hash of house, amount and date of a mailed receipt. A hash, because a receipt that was changed to another house
 * must not show its earlier values to the owner of that house in records and commits.
 */
export function hashMailedFields({ PlotID, AmountPaid, PaymentDate }: MailedFields): string {
  return createHash("sha256").update(`${PlotID} ${AmountPaid} ${PaymentDate}`).digest("base64url");
}

/**
 * The mail state of a receipt after a change. A receipt is mailed again when its house, amount or date differ from its
 * last mail. While they differ, `MailedAs` is the hash of that mail; otherwise it is "".
 */
export function mailStateAfterChange(
  before: Receipt,
  after: MailedFields,
): Pick<Receipt, "IsEmailSent" | "MailedAs" | "MailError"> {
  const { IsEmailSent, MailError } = before;
  const mailedAs = before.MailedAs || (IsEmailSent ? hashMailedFields(before) : "");
  if (mailedAs === "") return { IsEmailSent, MailedAs: "", MailError };
  const matchesMail = hashMailedFields(after) === mailedAs;
  return {
    IsEmailSent: matchesMail ? 1 : 0,
    MailedAs: matchesMail ? "" : mailedAs,
    MailError: matchesMail ? "" : MailError,
  };
}
