import { addDays, type Day } from "../../../shared/dates.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, where } from "../../database/store.ts";
import { queueReceiptMails } from "../../features/payment-receipt/mail-queue.ts";
import { queueReminders } from "../../features/reminders/mail-queue.ts";
import { createTask, type StaffTask } from "./staff-task.ts";

/** Receipts are mailed every third evening, for the last time two days ago. */
const [receiptIntervalDays, lastReceiptDaysAgo] = [3, 2];
const reminderDaysAgo = [21, 7];
const minDaysOverdue = 45;

/** The evening's mails of receipts and reminders. */
export function listMailTasks({ day, daysAgo }: { day: Day; daysAgo: number }): StaffTask[] {
  const queueTasks = [
    ...(daysAgo % receiptIntervalDays === lastReceiptDaysAgo ? [createTask("cashier", queueReceiptMails)] : []),
    ...(reminderDaysAgo.includes(daysAgo) ? [createTask("manager", (tx) => remindHouses(tx, day))] : []),
  ];
  return queueTasks.flatMap((task) => [task, createTask("system", recordAsSaved)]);
}

async function remindHouses(tx: Transaction, day: Day): Promise<void> {
  const overdue = await tx.find(paymentSchedule, { IsPaid: 0, DueDate: where({ $lt: addDays(day, -minDaysOverdue) }) });
  await queueReminders(tx, [...new Set(overdue.map(({ PlotID }) => PlotID))]);
}

/** Records the queued mails as saved to files. The files themselves would be many, so the demo has none. */
async function recordAsSaved(tx: Transaction): Promise<void> {
  const queued = await tx.find(mails, { State: "waiting" });
  for (const mail of queued)
    tx.update(mails, mail, { State: "sent", Tries: mail.Tries + 1, SentAt: tx.now.toISOString() });
  const PaymentReceiptID = inArray(queued.flatMap((mail) => mail.PaymentReceiptID ?? []));
  for (const receipt of await tx.find(paymentReceipt, { PaymentReceiptID }))
    tx.update(paymentReceipt, receipt, { IsEmailSent: 1 });
}
