import { addDays, type Day, startOfDay } from "../../shared/dates.ts";
import { stillDue } from "../../shared/domain/schedule.ts";
import type { RowOf } from "../../shared/registry.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { among, where } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";
import { isAddress } from "./address.ts";
import { fresh, type Mail, portalMark, runOf, unfinished } from "./outbox.ts";

export interface QueuedReminders {
  /** How many are on their way now that were not before. */
  queued: number;
  /** Houses that have had, or are about to get, theirs of today. */
  already: number;
  /** Houses of which nothing is due. */
  paid: number;
  /** Houses with something due whose address cannot be one. */
  wrong: Pick<RowOf<typeof plot>, "HouseNo" | "EmailID">[];
}

const askedKey = "reminders asked to be mailed";

/** Puts a reminder into the outbox for each of these houses that has something to pay and has had none today. */
export async function queueReminders(tx: Transaction, PlotIDs: readonly number[]): Promise<QueuedReminders> {
  const reminded = await remindedToday(tx, PlotIDs);
  const houses = await tx.find(plot, { PlotID: among(PlotIDs) });
  const ids = among(houses.map(({ PlotID }) => PlotID));
  const open = { PlotID: ids, IsPaid: 0, DueDate: where({ $lte: tx.today }) };
  const behind = new Set(
    (await tx.find(paymentSchedule, open)).filter((row) => stillDue(row) > 0).map(({ PlotID }) => PlotID),
  );
  const mark = await portalMark(tx);
  const messageIds = new Map(houses.map(({ PlotID }) => [PlotID, `reminder-${PlotID}-${tx.today}-${mark}`]));
  const known = new Map(
    (await tx.find(mails, { MessageID: among([...messageIds.values()]) })).map((mail) => [mail.PlotID, mail]),
  );
  const RunAt = await runOf(tx, "reminder");
  const found: QueuedReminders = { queued: 0, already: 0, paid: 0, wrong: [] };
  const first: Partial<Mail>[] = [];
  for (const { PlotID, HouseNo, EmailID } of houses) {
    if (reminded.has(PlotID)) found.already++;
    else if (!behind.has(PlotID)) found.paid++;
    else if (!isAddress(EmailID)) found.wrong.push({ HouseNo, EmailID });
    else {
      found.queued++;
      const start = { ...fresh(tx.now, RunAt), To: EmailID };
      const mail = known.get(PlotID);
      if (mail) tx.update(mails, mail, start);
      else
        first.push({
          ...start,
          Kind: "reminder",
          PlotID,
          PaymentReceiptID: null,
          MessageID: messageIds.get(PlotID) ?? "",
        });
    }
  }
  await tx.insertMany(mails, first);
  return found;
}

/** The moments of a society's day, as mails hold them. */
export function within(day: Day): unknown {
  return where({ $gte: startOfDay(day).toISOString(), $lt: startOfDay(addDays(day, 1)).toISOString() });
}

/**
 * Those of the houses whose reminder of today is sent or under way, whenever it was asked for. Of two who ask at the same
 * moment the second has to begin again, and then finds what the first has asked for.
 */
export async function remindedToday(tx: Transaction, PlotIDs: readonly number[]): Promise<Set<number | null>> {
  tx.keepSecret({ key: askedKey, value: tx.now });
  const reminders = { Kind: "reminder", PlotID: among(PlotIDs) };
  const underWay = await tx.find(mails, { ...reminders, ...unfinished });
  const sent = await tx.find(mails, { ...reminders, SentAt: within(tx.today) });
  return new Set([...underWay, ...sent].map((mail) => mail.PlotID));
}
