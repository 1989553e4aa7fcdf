import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { isEmailAddress } from "../../mail/message.ts";
import {
  findRemindedToday,
  getInitialMailState,
  getOrCreateMessageIdSuffix,
  type Mail,
  readCurrentRunAt,
} from "../../mail/outbox.ts";
import { readHouseItems } from "../../services/house-items.ts";

export interface RemindersOutcome {
  /** Number of newly queued mails. */
  queued: number;
  /** Number of houses whose reminder of today was sent or queued already. */
  already: number;
  /** Number of houses without an amount due. */
  paid: number;
  /** Houses with an amount due and an invalid address. */
  wrong: Pick<RowOf<typeof plot>, "HouseNo" | "EmailID">[];
}

/** Queues a reminder for each house that has an amount due and no reminder of today. */
export async function queueReminders(tx: Transaction, PlotIDs: readonly number[]): Promise<RemindersOutcome> {
  const reminded = await findRemindedToday(tx, PlotIDs);
  const houses = await tx.find(plot, { PlotID: inArray(PlotIDs) });
  const openItems = await readHouseItems(tx, { plotFilter: inArray(houses.map(({ PlotID }) => PlotID)), unpaid: true });
  const dueItems = openItems.filter((row) => row.DueDate <= tx.today && outstandingAmount(row) > 0);
  const owingPlotIDs = new Set(dueItems.map(({ PlotID }) => PlotID));
  const messageIdSuffix = await getOrCreateMessageIdSuffix(tx);
  const messageIds = new Map(houses.map(({ PlotID }) => [PlotID, `reminder-${PlotID}-${tx.today}-${messageIdSuffix}`]));
  const existingMails = new Map(
    (await tx.find(mails, { MessageID: inArray([...messageIds.values()]) })).map((mail) => [mail.PlotID, mail]),
  );
  const RunAt = await readCurrentRunAt(tx, "reminder");
  const outcome: RemindersOutcome = { queued: 0, already: 0, paid: 0, wrong: [] };
  const newMails: Partial<Mail>[] = [];
  for (const { PlotID, HouseNo, EmailID } of houses) {
    if (reminded.has(PlotID)) outcome.already++;
    else if (!owingPlotIDs.has(PlotID)) outcome.paid++;
    else if (!isEmailAddress(EmailID)) outcome.wrong.push({ HouseNo, EmailID });
    else {
      outcome.queued++;
      const waiting = { ...getInitialMailState(tx.now, RunAt), To: EmailID };
      const mail = existingMails.get(PlotID);
      if (mail) tx.update(mails, mail, waiting);
      else
        newMails.push({
          ...waiting,
          Kind: "reminder",
          PlotID,
          PaymentReceiptID: null,
          MessageID: messageIds.get(PlotID) ?? "",
        });
    }
  }
  await tx.insertMany(mails, newMails);
  return outcome;
}
