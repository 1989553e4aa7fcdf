import { importRuns } from "../../shared/resources/imports.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Plan } from "./builders.ts";
import type { Message, Occasion } from "./occasion.ts";
import type { Person } from "./person.ts";
import { accepted, type Reply, recordIn } from "./reply.ts";
import type { World } from "./world.ts";

const paid = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };

/** What is said of charges, plans, schedules, receipts and their mails. */
export const moneyOccasions = {
  overlap: {
    says: "Another active service charge covers a month of this period for the same type, category and floor",
    status: 409,
    when: async ({ admin, aRate }) => admin.post("/service-rate", await aRate()),
  },
  rateHasPlan: {
    says: "A payment plan was made from this service charge; only its state can change",
    status: 409,
    when: async ({ admin, aPlan }) => {
      const { rate } = await aPlan();
      return admin.put(`/service-rate/${rate.RateID}`, { ...rate, FloorRate: 1, Version: undefined });
    },
  },
  rateInactive: {
    says: "This service charge is not active",
    status: 409,
    when: async ({ admin, aRate }) => admin.post("/payment-plan", await aRate({ IsActive: false })),
  },
  planExists: {
    says: "Payment plan already generated for this service charge",
    status: 409,
    when: async ({ admin, aPlan }) => admin.post("/payment-plan", (await aPlan()).rate),
  },
  planMade: {
    says: "Payment plan generated successfully",
    when: async ({ admin, aRate }) => admin.post("/payment-plan", await aRate()),
  },
  planRevoked: {
    says: "Payment plan revoked successfully",
    when: async ({ admin, aPlan }) => admin.delete(`/payment-plan/${(await aPlan()).plan.PaymentPlanID}`),
  },
  planHasPayments: {
    says: "Installments of this plan are already paid or part-paid",
    status: 409,
    when: async ({ admin, aSchedule }) => {
      const { plan, rows } = await aSchedule();
      await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
      return admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
    },
  },
  scheduleMade: {
    says: "Payment schedule generated successfully",
    when: async ({ admin, society, aPlan }) => generate(admin, { ...(await aPlan()), PlotIDs: [society.ali.PlotID] }),
  },
  scheduleExists: {
    says: "Payment schedule already generated",
    when: async ({ admin, society, aSchedule }) =>
      generate(admin, { ...(await aSchedule()), PlotIDs: [society.ali.PlotID] }),
  },
  plotsDoNotMatch: {
    says: "These plots do not match the service charge: X-3",
    status: 400,
    when: async ({ admin, society, aPlan, aPlot }) => {
      const { PlotID } = await aPlot({ HouseNo: "X-3", FloorID: society.floors.first.FloorID });
      return generate(admin, { ...(await aPlan()), PlotIDs: [PlotID] });
    },
  },
  wrongPlan: {
    says: "The payment plan does not belong to this service charge",
    status: 400,
    when: async ({ admin, society, aPlan, aRate }) => {
      const { plan } = await aPlan();
      const rate = await aRate({ StartYear: 2027, EndYear: 2027 });
      return generate(admin, { plan, rate, PlotIDs: [society.ali.PlotID] });
    },
  },
  receiptAdded: { says: "Payment receipt added", when: ({ admin }) => admin.post("/payment-receipt", paid) },
  receiptUpdated: {
    says: "Payment receipt updated",
    when: async ({ admin }) => admin.put(`/payment-receipt/${await receive(admin)}`, { ...paid, AmountPaid: 50 }),
  },
  receiptDeleted: {
    says: "Receipt deleted",
    when: async ({ admin }) => admin.delete(`/payment-receipt/${await receive(admin)}`),
  },
  receiptVoided: {
    says: "This receipt is voided",
    status: 409,
    when: async ({ admin }) => {
      const path = `/payment-receipt/${await receive(admin)}`;
      await admin.delete(path);
      return admin.put(path, paid);
    },
  },
  settledByReceipt: {
    says: "Settled by receipt R-1; delete the receipt first",
    status: 409,
    when: async ({ admin, aSchedule }) => {
      const { rows } = await aSchedule({ FloorRate: 100 });
      await receive(admin);
      return admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
    },
  },
  allEmailsSent: {
    says: "All emails already sent.",
    when: ({ admin }) => admin.post("/payment-receipt/send-emails"),
  },
  emailsSent: {
    says: "Emails sent successfully!",
    when: async (here) => {
      await receiveMailable(here);
      return here.admin.post("/payment-receipt/send-emails");
    },
  },
  noNewEmails: {
    says: "No new emails to send. Please wait 5 seconds and try again.",
    when: async (here) => {
      await receiveMailable(here);
      await here.admin.post("/payment-receipt/send-emails");
      return here.admin.post("/payment-receipt/send-emails");
    },
  },
  emailsPending: {
    says: "1 emails pending.",
    in: "msg",
    when: async (here) => {
      await receiveMailable(here);
      return here.admin.get("/payment-receipt");
    },
  },
  wrongAddress: {
    says: "The e-mail address is not valid",
    in: "data",
    when: async ({ admin, atWork, society }) => {
      // As a spreadsheet of the time before may have brought it in.
      await atWork(async (tx) => {
        tx.update(plot, await tx.get(plot, society.ali.PlotID), { EmailID: "a@b, c@d" });
      });
      await receive(admin);
      await admin.post("/payment-receipt/send-emails");
      return admin.get("/payment-receipt");
    },
  },
  importRunning: {
    says: "manager is importing a spreadsheet at the moment. Please try again when that is done.",
    status: 409,
    when: async ({ admin, atWork }) => {
      const other = { Kind: "plots", State: "running", Done: 1, Total: 2, By: "manager" } as const;
      await atWork((tx) => tx.insert(importRuns, { ...other, Until: new Date(tx.now.getTime() + 1).toISOString() }));
      const body = "House No,Amount,Date,Method\nA-1,100,14/11/2026,Cash\n";
      const headers = { "content-type": "text/csv" };
      return admin.send({ method: "POST", path: "/import/receipts", body, headers });
    },
  },
  alreadyPaid: {
    says: "Already paid by manager at 15/11/2026 12:00",
    status: 409,
    when: async ({ admin, manager, aSchedule }) => {
      const { rows } = await aSchedule();
      const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
      await manager.put(path, { IsPaid: 1 });
      return admin.put(path, { IsPaid: 1, Version: rows[0]?.Version });
    },
  },
} satisfies Partial<Record<Message, Occasion>>;

function generate(admin: Person, { rate, plan, PlotIDs }: Plan & { PlotIDs: number[] }): Promise<Reply> {
  return admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
}

/** The id of a new receipt. */
async function receive(admin: Person): Promise<number> {
  return recordIn(paymentReceipt, await admin.post("/payment-receipt", paid)).PaymentReceiptID;
}

/** A receipt of a house that has an address. */
async function receiveMailable({ admin, aPlot }: World): Promise<void> {
  const { HouseNo } = await aPlot({ EmailID: "m@example.org" });
  accepted(await admin.post("/payment-receipt", { ...paid, HouseNo }));
}
