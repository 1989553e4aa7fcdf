import { expect } from "vitest";
import { queueReminders } from "../../server/mail/reminder-queue.ts";
import { tickRow } from "../../shared/domain/settlement.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { aMail, indebted, remind } from "./mailing.ts";
import type { Message, Occasion } from "./occasion.ts";

/** What is said of reminders and of the mails in the outbox. */
export const mailOccasions = {
  remindersQueued: {
    says: "1 reminders are on their way",
    when: async (here) => remind(here.admin, await indebted(here, {})),
  },
  noReminders: { says: "No reminder to send", when: ({ admin, society }) => remind(admin, [society.ali]) },
  remindedToday: {
    says: "This house is reminded today already",
    status: 409,
    when: async (here) => {
      const { MailID } = await aMail(here);
      await aMail(here, { State: "sent", SentAt: here.clock.now().toISOString() });
      return here.admin.post(`/mails/${MailID}/retry`);
    },
  },
  paidMeanwhile: {
    says: "Paid meanwhile",
    in: "data",
    when: async (here) => {
      const [house] = await indebted(here, {});
      const PlotID = house?.PlotID ?? 0;
      await here.atWork(async (tx) => {
        await queueReminders(tx, [PlotID]);
        for (const row of await tx.find(paymentSchedule, { PlotID }))
          tx.update(paymentSchedule, row, tickRow(row, tx.today));
      });
      await here.portal.sendMails();
      return here.admin.get("/ageing/reminders");
    },
  },
  mailsQueued: {
    says: "1 mails are tried again",
    when: async (here) => here.admin.post(`/mails/${(await aMail(here)).MailID}/retry`),
  },
  noMailsFailed: { says: "No failed mail to try again", when: ({ admin }) => admin.post("/mails/retry") },
  mailNotRepeatable: {
    says: "Only a failed receipt or reminder can be sent again",
    status: 409,
    when: async (here) => here.admin.post(`/mails/${(await aMail(here, { State: "sent" })).MailID}/retry`),
  },
  mailClosed: {
    says: "This mail holds a link that is for its reader only",
    status: 409,
    when: async ({ anonymous, admin, atWork }) => {
      await anonymous.post("/reset-password", { email: "clerk@example.org" });
      const letter = () => atWork((tx) => tx.first(mails, { Kind: "reset" }));
      await expect.poll(letter).toBeDefined();
      return admin.get(`/mails/${(await letter())?.MailID}/file`);
    },
  },
} satisfies Partial<Record<Message, Occasion>>;
