import type { Day } from "../../../shared/dates.ts";
import { type DatedItem, dueDateForOwner, isOverdue, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, type Store } from "../../database/store.ts";
import { isEmailAddress } from "../../mail/message.ts";
import { findRemindedToday, getOrCreateMessageIdSuffix, lockReminderRequests, queueMails } from "../../mail/outbox.ts";
import { readOpenItems } from "../../services/house-items.ts";

/** The reminders that a request queues, and why other houses get none. */
export interface ReminderPlan {
  /** The houses to remind, with their overdue installments and charges. */
  queued: readonly { house: Plot; items: readonly DatedItem[] }[];
  /** Number of houses whose reminder was already sent or queued today. */
  already: number;
  /** Number of houses without an overdue amount. */
  paid: number;
  /** Houses with an overdue amount and an invalid address. */
  invalidHouses: readonly Plot[];
}

/**
 * Decides which of the houses get a reminder: those with an overdue amount and no reminder of today. Writes nothing.
 */
export async function planReminders(
  source: Pick<Store, "find"> | Pick<Transaction, "find">,
  { PlotIDs, today }: { PlotIDs: readonly number[]; today: Day },
): Promise<ReminderPlan> {
  const reminded = await findRemindedToday(source, { PlotIDs, today });
  const houses = await source.find(plot, { PlotID: inArray(PlotIDs) });
  const plotFilter = inArray(houses.map(({ PlotID }) => PlotID));
  const openItems = groupBy(await readOpenItems(source, plotFilter), ({ PlotID }) => PlotID);
  const queued: { house: Plot; items: readonly DatedItem[] }[] = [];
  const invalidHouses: Plot[] = [];
  let already = 0;
  let paid = 0;
  for (const house of houses) {
    const items = listOverdueItems(house, openItems.get(house.PlotID) ?? [], today);
    if (reminded.has(house.PlotID)) already++;
    else if (items.length === 0) paid++;
    else if (!isEmailAddress(house.EmailID)) invalidHouses.push(house);
    else queued.push({ house, items });
  }
  return { queued, already, paid, invalidHouses };
}

/** The items that are overdue for the current owner of the house, with their due dates for this owner. */
export function listOverdueItems(
  { OwnedFrom }: Pick<Plot, "OwnedFrom">,
  items: readonly DatedItem[],
  today: Day,
): DatedItem[] {
  return items
    .map((item) => ({ ...item, DueDate: dueDateForOwner(item.DueDate, OwnedFrom) }))
    .filter((item) => isOverdue(item.DueDate, today) && outstandingAmount(item) > 0);
}

/** Queues the planned reminders and returns the plan. */
export async function queueReminders(tx: Transaction, PlotIDs: readonly number[]): Promise<ReminderPlan> {
  lockReminderRequests(tx);
  const plan = await planReminders(tx, { PlotIDs, today: tx.today });
  const suffix = await getOrCreateMessageIdSuffix(tx);
  const messageIdOf = ({ PlotID }: Plot) => `reminder-${PlotID}-${tx.today}-${suffix}`;
  const MessageID = inArray(plan.queued.map(({ house }) => messageIdOf(house)));
  const existingMails = new Map((await tx.find(mails, { MessageID })).map((mail) => [mail.PlotID, mail]));
  await queueMails(
    tx,
    "reminder",
    plan.queued.map(({ house }) => ({
      PlotID: house.PlotID,
      To: house.EmailID,
      MessageID: messageIdOf(house),
      earlier: existingMails.get(house.PlotID),
    })),
  );
  return plan;
}
