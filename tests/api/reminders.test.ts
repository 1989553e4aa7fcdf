import { describe, expect, test } from "vitest";
import { mailList } from "../../shared/endpoints/mails.ts";
import { reminderStatusRecord } from "../../shared/endpoints/reminders.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness, openHarnessWithMailServer } from "../harness/harness.ts";
import {
  createIndebtedPlots,
  createMail,
  createMailableReceipt,
  sendPendingEmails,
  sendReminders,
} from "../harness/mail.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

describe("reminders", () => {
  test("each selected house gets one email a day with the amounts due by month and in total, in English and Urdu", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, manager, portal, clock, createPlot, society } = harness;
    const [house, houseWithoutEmail] = await createIndebtedPlots(
      harness,
      { HouseNo: "B-7", OwnerName: "احمد <b>رضا</b>" },
      { HouseNo: "B-8", EmailID: "" },
    );
    const paidPlot = await createPlot({ EmailID: "paid@example.org" });
    await createReceipt(admin, { HouseNo: "B-7", AmountPaid: 9 * 2500 });
    const socket = await manager.openSocket();
    await socket.watch(["reminders"]);

    const plots = [house, houseWithoutEmail, paidPlot, society.aliPlot].filter((candidate) => candidate !== undefined);
    const reply = assertOk(await sendReminders(manager, plots)).body;
    expect([reply.message, reply.data]).toEqual([
      "Sending reminders: 1",
      { queued: 1, already: 0, paid: 2, wrong: [{ HouseNo: "B-8", EmailID: "" }] },
    ]);
    await portal.sendMails();
    const [mail] = smtp.accepted;
    expect(smtp.received).toHaveLength(1);
    expect(mail).toMatchObject({ to: "owner@example.org", subject: "Gulshan-e-Test: overdue amount for house B-7" });
    for (const expectedText of [
      "B-7",
      "15/11/2026",
      "October 2026",
      "Rs 2,500.00",
      "اکتوبر",
      "Rs 5,000.00",
      "واجب الادا",
    ])
      expect([mail?.text, mail?.html]).toEqual([
        expect.stringContaining(expectedText),
        expect.stringContaining(expectedText),
      ]);
    expect(mail?.text).not.toMatch(/September|December/);
    expect(mail?.html).toContain('<div lang="ur" dir="rtl"');
    expect(mail?.html).not.toMatch(/<b>|<img|https?:/);
    await socket.waitFor(({ resyncs }) => resyncs.some((names) => names.includes("reminders")));
    expect(await readReminderState(admin)).toMatchObject({
      asFiles: false,
      progress: { pending: 0, sent: 1, failed: 0, withdrawn: 0 },
      today: [{ PlotID: house?.PlotID, State: "sent" }],
    });

    expect(assertOk(await sendReminders(admin, plots.slice(0, 1))).body.data).toMatchObject({ queued: 0, already: 1 });
    clock.set("2026-11-15T18:59:00.000Z");
    expect(assertOk(await sendReminders(admin, plots.slice(0, 1))).body.data).toMatchObject({ queued: 0, already: 1 });
    clock.set("2026-11-15T19:00:00.000Z");
    expect(assertOk(await sendReminders(admin, plots.slice(0, 1))).body.data).toMatchObject({ queued: 1, already: 0 });
    await portal.sendMails();
    expect(smtp.accepted).toHaveLength(2);
  });

  test("a preview contains the number of reminders, the overdue amount and the first reminder, and queues nothing", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { manager, portal, clock } = harness;
    const houses = await createIndebtedPlots(
      harness,
      { HouseNo: "B-7", EmailID: "seven@example.org" },
      { HouseNo: "B-8", EmailID: "eight@example.org" },
      { HouseNo: "B-9", EmailID: "" },
    );
    const requestPreview = () =>
      manager.post("/ageing/reminders?dryRun=1", { PlotIDs: houses.map(({ PlotID }) => PlotID) });
    expect(assertOk(await requestPreview()).body.data).toEqual({
      queued: 2,
      already: 0,
      paid: 0,
      wrong: [{ HouseNo: "B-9", EmailID: "" }],
      preview: {
        overdue: 2 * 11 * 2_500,
        oldestDue: "2026-01-10",
        sample: {
          to: "seven@example.org",
          subject: "Gulshan-e-Test: overdue amount for house B-7",
          text: expect.stringContaining("Rs 27,500.00"),
        },
      },
    });
    await portal.sendMails();
    expect(smtp.received).toEqual([]);

    // On its due date an amount is not overdue yet.
    clock.set("2026-01-10T07:00:00.000Z");
    const nothingOverdue = { queued: 0, paid: 3, preview: { overdue: 0, oldestDue: null, sample: null } };
    expect(assertOk(await requestPreview()).body.data).toMatchObject(nothingOverdue);
    expect(assertOk(await sendReminders(manager, houses)).body.data).toMatchObject({ queued: 0, paid: 3 });
  });

  test("a queued reminder is withdrawn if the house has paid meanwhile, and has the remaining amount if it has paid a part", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const houses = await createIndebtedPlots(harness, { EmailID: "one@example.org" }, { EmailID: "other@example.org" });
    const [paidHouse, partlyPaidHouse] = houses;
    smtp.refuseRecipient = () => "451 Mailbox busy";
    assertOk(await sendReminders(admin, houses));
    await portal.sendMails();
    await createReceipt(admin, { HouseNo: paidHouse?.HouseNo, AmountPaid: 11 * 2500 });
    await createReceipt(admin, { HouseNo: partlyPaidHouse?.HouseNo, AmountPaid: 10 * 2500 + 0.5 });
    smtp.refuseRecipient = () => undefined;
    clock.advanceMinutes(1);
    await portal.sendMails();
    await expect.poll(async () => (await readReminderState(admin)).progress).toMatchObject({ sent: 1, withdrawn: 1 });
    expect(smtp.received.map(({ to }) => to)).toEqual(["other@example.org"]);
    expect(smtp.received[0]?.text).toContain("Total: Rs 2,499.50");
    const { today } = await readReminderState(admin);
    expect(today.find(({ PlotID }) => PlotID === paidHouse?.PlotID)).toMatchObject({
      State: "withdrawn",
      Reason: "Already paid",
    });
  });

  test("a new owner is reminded of accepted dues from the day after the transfer, and a reminder queued before it is withdrawn", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, manager, portal, clock } = harness;
    const houses = await createIndebtedPlots(harness, { HouseNo: "B-7" });
    const [house] = houses;
    smtp.refuseRecipient = () => "451 Mailbox busy";
    assertOk(await sendReminders(manager, houses));
    await portal.sendMails();
    const owner = { OwnerName: "Omar", EmailID: "omar@example.org", Date: "2026-11-15", AcceptDues: true };
    assertOk(await admin.post(`/plot/${house?.PlotID}/transfer`, owner));
    smtp.refuseRecipient = () => undefined;
    clock.advanceMinutes(1);
    await portal.sendMails();
    await expect.poll(async () => (await readReminderState(admin)).progress).toMatchObject({ pending: 0, sent: 0 });
    expect(smtp.received).toEqual([]);
    expect(assertOk(await sendReminders(manager, houses)).body.data).toMatchObject({ queued: 0, paid: 1 });
    clock.set("2026-11-16T07:00:00.000Z");
    const preview = await manager.post("/ageing/reminders?dryRun=1", { PlotIDs: [house?.PlotID] });
    expect(assertOk(preview).body.data).toMatchObject({
      queued: 1,
      preview: { overdue: 11 * 2_500, oldestDue: "2026-11-15" },
    });
    assertOk(await sendReminders(manager, houses));
    await portal.sendMails();
    await expect.poll(() => smtp.accepted.length).toBe(1);
    expect(smtp.accepted[0]).toMatchObject({ to: "omar@example.org", text: expect.stringContaining("Rs 27,500.00") });
  });

  test("each house gets one email when two users request reminders on two servers at once, even if a connection breaks", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, manager, portal, clock } = harness;
    const secondServer = await portal.startAnotherServer();
    const addresses = ["a", "b", "c", "d"].map((name) => ({ EmailID: `${name}@example.org` }));
    const houses = await createIndebtedPlots(harness, ...addresses);
    let isFirstMessage = true;
    smtp.answerMessage = () => {
      if (!isFirstMessage) return "accepted";
      isFirstMessage = false;
      return "hang up";
    };
    const replies = await Promise.all(
      [admin, manager, secondServer.person("admin"), secondServer.person("manager")].map((person) =>
        sendReminders(person, houses),
      ),
    );
    const queued = replies.map((reply) => assertOk(reply).body.data);
    expect(queued).toEqual(expect.arrayContaining([expect.objectContaining({ queued: 4, already: 0 })]));
    expect(queued.filter((data) => JSON.stringify(data).includes('"queued":4'))).toHaveLength(1);
    await Promise.all([portal.sendMails(), secondServer.sendMails()]);
    clock.advanceMinutes(1);
    await Promise.all([portal.sendMails(), secondServer.sendMails()]);
    await expect.poll(() => smtp.accepted.length).toBe(4);
    expect(smtp.received).toHaveLength(5);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(4);
    expect(smtp.accepted[0]?.messageId).toContain("reminder-");
  });
});

describe("outbox", () => {
  test("the list shows the state of each email, and failed emails can be sent again singly or all at once", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, anonymous, portal } = harness;
    const houses = await createIndebtedPlots(harness, { HouseNo: "B-7", EmailID: "no@example.org" });
    const [house] = houses;
    await createMailableReceipt(harness, "no@example.org");
    smtp.refuseRecipient = (address) => (address === "no@example.org" ? "550 No such mailbox" : undefined);
    assertOk(await sendReminders(admin, houses));
    assertOk(await sendPendingEmails(admin));
    assertOk(await anonymous.post("/reset-password", { email: "clerk@example.org" }));
    await expect.poll(async () => (await listMails(admin)).counts).toMatchObject({ failed: 2, sent: 1 });
    const { data, asFiles } = await listMails(admin);
    expect(asFiles).toBe(false);
    expect(
      data.map(({ Kind, Subject, To, IsOpen, IsRepeatable }) => [Kind, Subject, To, IsOpen, IsRepeatable]),
    ).toEqual(
      expect.arrayContaining([
        ["reset", "Gulshan-e-Test: choose a new password", "clerk@example.org", false, false],
        ["receipt", "Gulshan-e-Test: receipt R-1 for house N-2", "no@example.org", false, true],
        ["reminder", "Gulshan-e-Test: overdue amount for house B-7", "no@example.org", false, true],
      ]),
    );
    expect(JSON.stringify(data)).not.toContain("token");
    const failed = await listMails(admin, "?state=failed&limit=1");
    expect([failed.data[0]?.Reason, failed.next]).toEqual(["550 No such mailbox", failed.data[0]?.MailID]);
    expect((await listMails(admin, `?state=failed&after=${failed.next}`)).data).toHaveLength(1);

    smtp.refuseRecipient = () => undefined;
    const row = parseRecord(plot, await admin.get(`/plot/${house?.PlotID}`));
    assertOk(await admin.put(`/plot/${house?.PlotID}`, { ...row, EmailID: "yes@example.org" }));
    const reminder = data.find(({ Kind }) => Kind === "reminder");
    assertOk(await admin.post(`/mails/${reminder?.MailID}/retry`));
    await expect.poll(() => smtp.accepted.map(({ to }) => to)).toContain("yes@example.org");
    expect(assertOk(await admin.post("/mails/retry")).body.data).toEqual({ queued: 1 });
    await portal.sendMails();
    await expect.poll(async () => (await listMails(admin)).counts).toMatchObject({ failed: 0, sent: 3 });
    expect((await admin.list(paymentReceipt))[0]).toMatchObject({ IsEmailSent: 1, MailError: "" });
  });

  test("an administrator can read emails written as files, except those with a password link, without a file or outside the outbox", async () => {
    const harness = await openHarness();
    const { admin, manager, anonymous, portal } = harness;
    await createMailableReceipt(harness);
    assertOk(await sendPendingEmails(admin));
    assertOk(await anonymous.post("/reset-password", { email: "clerk@example.org" }));
    await portal.sendMails();
    await expect.poll(async () => (await listMails(admin)).counts.sent).toBe(2);
    const { data, asFiles } = await listMails(admin);
    const [resetEmail, receiptEmail] = ["reset", "receipt"].map((kind) => data.find(({ Kind }) => Kind === kind));
    expect([asFiles, resetEmail?.IsOpen, receiptEmail?.IsOpen]).toEqual([true, false, true]);
    expect((await admin.get(`/mails/${resetEmail?.MailID}/file`)).status).toBe(409);
    const file = assertOk(await admin.get(`/mails/${receiptEmail?.MailID}/file`)).body.data;
    expect(file).toMatchObject({ name: expect.stringMatching(/^receipt-\d+-\w+\.eml$/) });
    expect(JSON.stringify(file)).toContain("Subject: Gulshan-e-Test: receipt R-1");
    await createMail(harness, { State: "sent", MessageID: "reminder-without-file" });
    const withoutFile = (await listMails(admin)).data.find(({ Kind }) => Kind === "reminder");
    expect(withoutFile).toMatchObject({ State: "sent", IsOpen: false });
    for (const id of ["..%2F..%2Fetc%2Fpasswd", "1%00", "-1", "99999"])
      expect((await admin.get(`/mails/${id}/file`)).status).toBe(404);
    for (const path of ["/mails", `/mails/${receiptEmail?.MailID}/file`])
      expect((await manager.get(path)).status).toBe(403);
    expect((await manager.post("/mails/retry")).status).toBe(403);
  });
});

async function readReminderState(person: Person) {
  return reminderStatusRecord.parse(assertOk(await person.get("/ageing/reminders")).body.data);
}

async function listMails(person: Person, query = "") {
  return mailList.parse(assertOk(await person.get(`/mails${query}`)).body);
}
