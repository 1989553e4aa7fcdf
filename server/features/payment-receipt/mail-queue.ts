import { z } from "zod";
import { messages } from "../../../shared/messages.ts";
import { canSeeRow, type Viewer } from "../../../shared/permissions.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { ReferenceCache } from "../../database/reference-cache.ts";
import { type Filter, inArray, type Store, where } from "../../database/store.ts";
import { isEmailAddress } from "../../mail/message.ts";
import { currentRunAt, getMessageIdSuffix, initialMailState, type Mail } from "../../mail/outbox.ts";

type House = RowOf<typeof plot>;

export interface ReceiptMailsQueued {
  /** Somebody asked just before, here or at another server of the portal. */
  tooSoon: boolean;
  /** How many are on their way now that were not before. */
  queued: number;
  /** How many were on their way already. */
  alreadyPending: number;
  /** Houses with unsent receipts whose address cannot be one. */
  wrong: Pick<House, "HouseNo" | "EmailID">[];
}

const lastRequestKey = "receipts asked to be mailed";
const minIntervalMs = 5_000;

/** Puts every receipt that is not mailed yet into the outbox: those never tried, and those that failed for good. */
export async function queueReceiptMails(tx: Transaction): Promise<ReceiptMailsQueued> {
  const asked = z.date().safeParse(await tx.readSecret(lastRequestKey));
  if (asked.success && Math.abs(tx.now.getTime() - asked.data.getTime()) < minIntervalMs)
    return { tooSoon: true, queued: 0, alreadyPending: 0, wrong: [] };
  // Of two who ask at the same moment the second has to begin again, and then finds the first.
  tx.putSecret({ key: lastRequestKey, value: tx.now });
  const houses = new Map((await tx.find(plot, { EmailID: where({ $ne: "" }) })).map((house) => [house.PlotID, house]));
  const receipts = await tx.find(paymentReceipt, { ...unsentReceipts, PlotID: inArray([...houses.keys()]) });
  const ids = inArray(receipts.map(({ PaymentReceiptID }) => PaymentReceiptID));
  const known = new Map((await tx.find(mails, { PaymentReceiptID: ids })).map((mail) => [mail.PaymentReceiptID, mail]));
  const mark = await getMessageIdSuffix(tx);
  const RunAt = await currentRunAt(tx, "receipt");
  const found = { queued: 0, alreadyPending: 0, wrong: new Map<number, House>() };
  const first: Partial<Mail>[] = [];
  for (const receipt of receipts) {
    const { PaymentReceiptID, PlotID, MailError } = receipt;
    const house = houses.get(PlotID);
    const mail = known.get(PaymentReceiptID);
    if (!house) continue;
    if (mail && mail.State !== "failed") {
      found.alreadyPending++;
      continue;
    }
    const error = isEmailAddress(house.EmailID) ? "" : messages["wrong-address"];
    if (MailError !== error) tx.update(paymentReceipt, receipt, { MailError: error });
    if (error !== "") {
      found.wrong.set(PlotID, house);
      continue;
    }
    found.queued++;
    const start = { ...initialMailState(tx.now, RunAt), To: house.EmailID };
    const MessageID = `receipt-${PaymentReceiptID}-${mark}`;
    if (mail) tx.update(mails, mail, start);
    else first.push({ ...start, Kind: "receipt", PaymentReceiptID, PlotID: null, MessageID });
  }
  await tx.insertMany(mails, first);
  return { ...found, tooSoon: false, wrong: [...found.wrong.values()] };
}

interface CountUnsentOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/** Receipts that are still to be mailed; what came from a spreadsheet is long known to who paid it. */
const unsentReceipts: Filter = { IsEmailSent: 0, VoidedAt: null, ImportKey: "" };

/** How many receipts are still to be mailed, of those that the viewer may know of; a house without an address waits for none. */
export function countUnsentReceipts({ viewer, store, referenceCache }: CountUnsentOptions): Promise<number> {
  const reachable = [...referenceCache.all(plot)].filter(
    (house) => isEmailAddress(house.EmailID) && canSeeRow(viewer, plot, house),
  );
  return store.count(paymentReceipt, { ...unsentReceipts, PlotID: inArray(reachable.map(({ PlotID }) => PlotID)) });
}
