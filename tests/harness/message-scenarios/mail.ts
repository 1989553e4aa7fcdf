import { expect } from "vitest";
import { queueReminders } from "../../../server/features/reminders/mail-queue.ts";
import { applyTick } from "../../../shared/domain/item-payments.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { createIndebtedPlots, createMail, sendReminders } from "../mail.ts";
import { assertOk, parseRecord } from "../reply.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

/** Messages about reminders and mails in the outbox. */
export const mailScenarios = {
  "reminders-queued": {
    text: "Sending reminders: 1",
    run: async (harness) => sendReminders(harness.admin, await createIndebtedPlots(harness, {})),
  },
  "no-reminders": { text: "No reminder to send", run: ({ admin, society }) => sendReminders(admin, [society.aliPlot]) },
  "reminded-today": {
    text: "This house was already reminded today",
    status: 409,
    run: async (harness) => {
      const { MailID } = await createMail(harness);
      await createMail(harness, { State: "sent", SentAt: harness.clock.now().toISOString() });
      return harness.admin.post(`/mails/${MailID}/retry`);
    },
  },
  "paid-meanwhile": {
    text: "Already paid",
    field: "data",
    run: async (harness) => {
      const [house] = await createIndebtedPlots(harness, {});
      const PlotID = house?.PlotID ?? 0;
      await harness.transaction(async (tx) => {
        await queueReminders(tx, [PlotID]);
        for (const row of await tx.find(paymentSchedule, { PlotID }))
          tx.update(paymentSchedule, row, applyTick(row, tx.today));
      });
      await harness.portal.sendMails();
      return harness.admin.get("/ageing/reminders");
    },
  },
  "bill-withdrawn": {
    text: "The bill was withdrawn",
    field: "data",
    run: async (harness) => {
      const { admin, society } = harness;
      const charge = {
        PlotID: society.aliPlot.PlotID,
        Kind: "charge",
        Amount: 100,
        Date: "2026-11-14",
        Reason: "Tanker",
      };
      const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", charge));
      assertOk(await admin.post("/bill", { Month: 11, Year: 2026, PlotIDs: [charge.PlotID] }));
      assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Wrong house" }));
      const [withdrawn] = await admin.list(bill);
      await createMail(harness, {
        Kind: "bill",
        PlotID: null,
        BillID: withdrawn?.BillID ?? 0,
        State: "waiting",
        Tries: 0,
      });
      await harness.portal.sendMails();
      return admin.get("/mails");
    },
  },
  "mails-requeued": {
    text: "Retrying emails: 1",
    run: async (harness) => harness.admin.post(`/mails/${(await createMail(harness)).MailID}/retry`),
  },
  "no-failed-mails": { text: "No failed email to retry", run: ({ admin }) => admin.post("/mails/retry") },
  "mail-not-retryable": {
    text: "Only a failed email about a receipt, reminder, bill or bounced cheque can be retried",
    status: 409,
    run: async (harness) => harness.admin.post(`/mails/${(await createMail(harness, { State: "sent" })).MailID}/retry`),
  },
  "bill-mails-queued": {
    text: "Bills to be emailed: 1",
    run: async ({ admin, createPlot }) => {
      const { PlotID } = await createPlot({ EmailID: "billed@example.org" });
      const charge = { PlotID, Kind: "charge", Amount: 100, Date: "2026-11-14", Reason: "Water tanker" };
      assertOk(await admin.post("/adjustment", charge));
      assertOk(await admin.post("/bill", { Month: 11, Year: 2026, PlotIDs: [PlotID] }));
      return admin.post("/bill/send-emails");
    },
  },
  "mail-holds-secret": {
    text: "This email contains a link that only its recipient may see",
    status: 409,
    run: async ({ anonymous, admin, transaction }) => {
      await anonymous.post("/reset-password", { email: "clerk@example.org" });
      const findResetMail = () => transaction((tx) => tx.findFirst(mails, { Kind: "reset" }));
      await expect.poll(findResetMail).toBeDefined();
      return admin.get(`/mails/${(await findResetMail())?.MailID}/file`);
    },
  },
} satisfies Partial<Record<MessageCode, MessageScenario>>;
