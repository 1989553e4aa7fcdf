import { expect } from "vitest";
import { queueReminders } from "../../../server/features/reminders/mail-queue.ts";
import { markRowPaid } from "../../../shared/domain/row-payments.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { createIndebtedPlots, createMail, sendReminders } from "../mail.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

/** What is said of reminders and of the mails in the outbox. */
export const mailScenarios = {
  "reminders-queued": {
    text: "1 reminders are on their way",
    run: async (here) => sendReminders(here.admin, await createIndebtedPlots(here, {})),
  },
  "no-reminders": { text: "No reminder to send", run: ({ admin, society }) => sendReminders(admin, [society.ali]) },
  "reminded-today": {
    text: "This house is reminded today already",
    status: 409,
    run: async (here) => {
      const { MailID } = await createMail(here);
      await createMail(here, { State: "sent", SentAt: here.clock.now().toISOString() });
      return here.admin.post(`/mails/${MailID}/retry`);
    },
  },
  "paid-meanwhile": {
    text: "Paid meanwhile",
    field: "data",
    run: async (here) => {
      const [house] = await createIndebtedPlots(here, {});
      const PlotID = house?.PlotID ?? 0;
      await here.transaction(async (tx) => {
        await queueReminders(tx, [PlotID]);
        for (const row of await tx.find(paymentSchedule, { PlotID }))
          tx.update(paymentSchedule, row, markRowPaid(row, tx.today));
      });
      await here.portal.sendMails();
      return here.admin.get("/ageing/reminders");
    },
  },
  "mails-requeued": {
    text: "1 mails are tried again",
    run: async (here) => here.admin.post(`/mails/${(await createMail(here)).MailID}/retry`),
  },
  "no-failed-mails": { text: "No failed mail to try again", run: ({ admin }) => admin.post("/mails/retry") },
  "mail-not-retryable": {
    text: "Only a failed receipt or reminder can be sent again",
    status: 409,
    run: async (here) => here.admin.post(`/mails/${(await createMail(here, { State: "sent" })).MailID}/retry`),
  },
  "mail-holds-secret": {
    text: "This mail holds a link that is for its reader only",
    status: 409,
    run: async ({ anonymous, admin, transaction }) => {
      await anonymous.post("/reset-password", { email: "clerk@example.org" });
      const letter = () => transaction((tx) => tx.findFirst(mails, { Kind: "reset" }));
      await expect.poll(letter).toBeDefined();
      return admin.get(`/mails/${(await letter())?.MailID}/file`);
    },
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;
