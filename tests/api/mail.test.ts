import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness, openHarnessWithMailServer } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import {
  allEmailsSentText,
  createMailableReceipt,
  emailsSentText,
  pleaseWaitText,
  readMailProgress,
  sendPendingEmails,
} from "../harness/mail.ts";
import { createReceipt, readReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

describe("Send All Pending Emails", () => {
  test("an address that a form, import or transfer adds to a house is used only for later receipts", async () => {
    const { admin, createPlot, clock } = await openHarness();
    const [edited, imported, transferred] = [
      await createPlot({ HouseNo: "B-7" }),
      await createPlot({ HouseNo: "B-8" }),
      await createPlot({ HouseNo: "B-9" }),
    ];
    const houses = [edited, imported, transferred];
    for (const { HouseNo } of houses) await createReceipt(admin, { HouseNo });
    clock.advanceMinutes(1);
    assertOk(await admin.put(`/plot/${edited.PlotID}`, { ...edited, EmailID: "edited@example.org" }));
    const { CategoryName, TypeName, Floor, OwnerName } = imported;
    const sheet = `House No,Category,Type,Floor,Owner,Email\nB-8,${CategoryName},${TypeName},${Floor},${OwnerName},imported@example.org`;
    assertOk(await postImport(admin, "plots", sheet));
    const newOwner = { OwnerName: "Next", EmailID: "next@example.org", Date: "2026-11-01" };
    assertOk(await admin.post(`/plot/${transferred.PlotID}/transfer`, newOwner));
    expect((await admin.get("/payment-receipt")).body.msg).toBe(allEmailsSentText);
    expect((await sendPendingEmails(admin)).body.msg).toBe(allEmailsSentText);

    clock.advanceMinutes(1);
    for (const { HouseNo } of houses) await createReceipt(admin, { HouseNo });
    expect((await admin.get("/payment-receipt")).body.msg).toBe("3 emails pending.");
    // Another address for the same house changes nothing.
    const changed = parseRecord(plot, await admin.get(`/plot/${edited.PlotID}`));
    assertOk(await admin.put(`/plot/${edited.PlotID}`, { ...changed, EmailID: "other@example.org" }));
    expect((await admin.get("/payment-receipt")).body.msg).toBe("3 emails pending.");
  });

  test("the command mails each receipt to its house with the settled installments and the outstanding balance", {
    tags: "requirement-29",
  }, async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, createSchedule, createPlot } = harness;
    const house = await createPlot({ HouseNo: "B-7", OwnerName: "احمد <b>رضا</b>", EmailID: "ahmad@example.org" });
    await createSchedule({ StartMonth: 9, plots: [house.PlotID] });
    const receipt = await createReceipt(admin, { HouseNo: "B-7", AmountPaid: 3000.5, Remarks: '"thanks" & more' });
    const withoutAddress = await createPlot();
    for (const PaymentDate of ["2026-11-13", "2026-11-14", "2026-11-15"])
      await createReceipt(admin, { HouseNo: withoutAddress.HouseNo, PaymentDate });
    await portal.sendMails();
    expect([smtp.received, (await admin.get("/payment-receipt")).body.msg]).toEqual([[], "1 emails pending."]);
    const preview = assertOk(await admin.post("/payment-receipt/send-emails?dryRun=1")).body;
    expect(preview.data).toMatchObject({
      queued: 1,
      wrong: [],
      preview: { houses: 1, oldestDate: "2026-11-14", withoutAddress: 2, sample: { to: "ahmad@example.org" } },
    });
    await portal.sendMails();
    expect(smtp.received).toEqual([]);
    const { body } = assertOk(await sendPendingEmails(admin));
    expect(body).toEqual({
      success: true,
      message: emailsSentText,
      code: "emails-sent",
      msg: emailsSentText,
      data: { queued: 1, wrong: [] },
    });
    await portal.sendMails();
    const [mail] = smtp.accepted;
    expect(smtp.accepted).toHaveLength(1);
    expect(mail).toMatchObject({
      from: "no-reply@portal.example.org",
      to: "ahmad@example.org",
      toName: "احمد <b>رضا</b>",
      subject: "Gulshan-e-Test: receipt R-1 for house B-7",
      files: { "receipt_R-1.pdf": "%PDF-" },
    });
    for (const expectedText of [
      "R-1",
      "B-7",
      "Rs 3,000.50",
      "14/11/2026",
      "Cash",
      "September 2026",
      "Rs 2,500.00",
      "October 2026",
    ])
      expect([mail?.text, mail?.html]).toEqual([
        expect.stringContaining(expectedText),
        expect.stringContaining(expectedText),
      ]);
    expect(mail?.text).toContain("Outstanding up to November 2026: Rs 4,499.50");
    expect(mail?.html).toContain("احمد &#60;b&#62;رضا");
    expect(mail?.html).not.toMatch(/<b>|<img|https?:/);
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailError: "" });
    harness.clock.advanceMinutes(1);
    expect(assertOk(await sendPendingEmails(admin)).body.msg).toBe(allEmailsSentText);
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
  });

  test("concurrent commands of two users on two servers mail each receipt once", {
    tags: "requirement-29",
  }, async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, manager, portal } = harness;
    const secondServer = await portal.startAnotherServer();
    for (let index = 0; index < 8; index++) await createMailableReceipt(harness, `owner-${index}@example.org`);
    const replies = await Promise.all([
      sendPendingEmails(admin),
      sendPendingEmails(manager),
      sendPendingEmails(secondServer.person("admin")),
      sendPendingEmails(secondServer.person("manager")),
    ]);
    expect(replies.map(({ body }) => body.msg).sort()).toEqual([
      emailsSentText,
      pleaseWaitText,
      pleaseWaitText,
      pleaseWaitText,
    ]);
    await Promise.all([portal.sendMails(), secondServer.sendMails(), portal.sendMails()]);
    await expect.poll(() => smtp.accepted.length).toBe(8);
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(8);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(8);
    expect(smtp.received).toHaveLength(8);
    await expect
      .poll(async () => (await admin.list(paymentReceipt)).every(({ IsEmailSent }) => IsEmailSent))
      .toBe(true);
  });

  test("the portal accepts the command again after five seconds, counted across all servers", async () => {
    const { harness } = await openHarnessWithMailServer();
    const { admin, clock, portal } = harness;
    const managerOnSecondServer = (await portal.startAnotherServer()).person("manager");
    expect((await sendPendingEmails(admin)).body.msg).toBe(allEmailsSentText);
    await createMailableReceipt(harness);
    expect((await sendPendingEmails(managerOnSecondServer)).body.msg).toBe(pleaseWaitText);
    clock.set("2026-11-15T07:00:04.999Z");
    expect((await sendPendingEmails(admin)).body.msg).toBe(pleaseWaitText);
    clock.set("2026-11-15T07:00:05.000Z");
    expect((await sendPendingEmails(managerOnSecondServer)).body.msg).toBe(emailsSentText);
    expect((await sendPendingEmails(admin)).body.msg).toBe(pleaseWaitText);
  });

  test("the command skips voided receipts, receipts voided while queued, and houses without an email address", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    await createReceipt(admin, { HouseNo: "A-1" });
    await voidReceipt(admin, await createMailableReceipt(harness, "gone@example.org"));
    expect((await sendPendingEmails(admin)).body.msg).toBe(allEmailsSentText);
    clock.advanceMinutes(1);
    smtp.refuseRecipient = () => "450 Busy";
    const voided = await createMailableReceipt(harness, "late@example.org");
    await sendPendingEmails(admin);
    await portal.sendMails();
    await voidReceipt(admin, voided);
    smtp.refuseRecipient = () => undefined;
    clock.advanceMinutes(1);
    await portal.sendMails();
    expect(smtp.received).toEqual([]);
    expect(await readMailProgress(admin)).toMatchObject({ unsent: 0, progress: { pending: 0 } });
  });

  test("the command requires the permission to update receipts and is always refused to residents", async () => {
    const { harness } = await openHarnessWithMailServer();
    const { anonymous, nobody, clerk, dashboardReader, ali, grant } = harness;
    expect((await sendPendingEmails(anonymous)).status).toBe(401);
    for (const person of [nobody, clerk, dashboardReader, ali])
      expect((await sendPendingEmails(person)).status).toBe(403);
    await grant({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "Update" });
    expect((await sendPendingEmails(ali)).status).toBe(403);
    expect((await ali.get("/payment-receipt/emails")).status).toBe(403);
  });

  test("the reply lists invalid email addresses, and the portal sends no mail to them", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, transaction } = harness;
    const EmailID = "a@example.org\r\nBcc: b@example.org";
    const receipt = await createMailableReceipt(harness);
    const { PlotID } = receipt;
    await transaction(async (tx) => tx.update(plot, await tx.get(plot, PlotID), { EmailID }));
    const { HouseNo } = parseRecord(plot, await admin.get(`/plot/${PlotID}`));
    const { body } = assertOk(await sendPendingEmails(admin));
    expect([body.msg, body.data]).toEqual([allEmailsSentText, { queued: 0, wrong: [{ HouseNo, EmailID }] }]);
    expect((await readReceipt(admin, receipt)).MailError).toBe("The email address is not valid");
    await portal.sendMails();
    expect([smtp.received, (await admin.get("/payment-receipt")).body.msg]).toEqual([[], allEmailsSentText]);
  });

  test("line breaks in a name add no header to a mail", { tags: "requirement-15" }, async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, transaction } = harness;
    const receipt = await createMailableReceipt(harness, "owner@example.org");
    await transaction(async (tx) => {
      const house = await tx.get(plot, receipt.PlotID);
      tx.update(plot, house, { OwnerName: "Eve\r\nBcc: a@example.org" });
      const row = await tx.get(paymentReceipt, receipt.PaymentReceiptID);
      tx.update(paymentReceipt, row, {
        HouseNo: "X\r\nBcc: c@example.org\r\n\r\nHello",
        PayerName: "Eve\r\nBcc: b@example.org",
      });
    });
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect(smtp.accepted).toMatchObject([{ to: "owner@example.org", toName: "Eve Bcc: b@example.org" }]);
    expect(smtp.accepted[0]?.headers).not.toContain("bcc");
  });
});

describe("mails of changed receipts", () => {
  test("a mailed receipt is mailed again as a correction after a change, unless the change is undone before", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const sendAll = async () => {
      clock.advanceMinutes(1);
      assertOk(await sendPendingEmails(admin));
      await portal.sendMails();
    };
    await sendAll();
    const change = (values: object) => admin.put(path, { ...receipt, Version: undefined, ...values });
    assertOk(await change({ Remarks: "no money" }));
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
    assertOk(await change({ AmountPaid: 2400 }));
    const pendingReceipt = await readReceipt(admin, receipt);
    expect([pendingReceipt.IsEmailSent, pendingReceipt.MailedAs === ""]).toEqual([0, false]);
    expect((await admin.get("/payment-receipt")).body.msg).toBe("1 emails pending.");
    assertOk(await change({ AmountPaid: 2500 }));
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
    for (const HouseNo of ["A-1", receipt.HouseNo]) {
      assertOk(await change({ HouseNo }));
      const isOriginalHouse = HouseNo === receipt.HouseNo;
      expect((await readReceipt(admin, receipt)).IsEmailSent).toBe(Number(isOriginalHouse));
    }
    assertOk(await change({ PaymentDate: "2026-11-13" }));
    await sendAll();
    await sendAll();
    expect(smtp.received).toHaveLength(2);
    const [firstMail, correction] = smtp.accepted;
    expect(correction?.messageId).not.toBe(firstMail?.messageId);
    expect(firstMail?.text).not.toContain("replaces");
    expect(correction?.text).toContain("It was corrected and replaces the receipt R-1 that was sent earlier.");
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
  });

  test("a receipt that is changed while it is sent is mailed again as a correction, with one Message-ID for all retries", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    smtp.answerMessage = async (): Promise<"accepted"> => {
      assertOk(
        await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, {
          ...receipt,
          Version: undefined,
          AmountPaid: 9,
        }),
      );
      return "accepted";
    };
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect(await readReceipt(admin, receipt)).toMatchObject({ AmountPaid: 9, IsEmailSent: 0 });
    smtp.answerMessage = () => "451 Busy";
    clock.advanceMinutes(1);
    await sendPendingEmails(admin);
    await portal.sendMails();
    smtp.answerMessage = () => "accepted";
    clock.advanceMinutes(1);
    await portal.sendMails();
    const corrections = smtp.received.slice(1);
    expect(corrections.length).toBe(2);
    expect(new Set(corrections.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailedAs: "" });
  });
});

test("a portal without a mail server writes mails to files, and the mail state shows this", async () => {
  const harness = await openHarness();
  const receipt = await createMailableReceipt(harness, "owner@example.org");
  expect(await readMailProgress(harness.admin)).toMatchObject({ unsent: 1, asFiles: true });
  await sendPendingEmails(harness.admin);
  await harness.portal.sendMails();
  expect(await harness.readMails()).toMatchObject([
    { to: "owner@example.org", subject: "Gulshan-e-Test: receipt R-1 for house N-1" },
  ]);
  expect((await readReceipt(harness.admin, receipt)).IsEmailSent).toBe(1);
});
