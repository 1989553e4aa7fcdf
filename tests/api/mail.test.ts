import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import {
  allSent,
  anOwned,
  patient,
  press,
  queued,
  receiptOf,
  receive,
  remove,
  state,
  wait,
  withMailServer,
} from "../world/mailing.ts";
import { accepted, recordIn } from "../world/reply.ts";
import { world } from "../world/world.ts";

describe("Send All Pending Emails", () => {
  test("mails each receipt to its house, with what it paid and what is still due; nothing goes before", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, aSchedule, aPlot } = here;
    const house = await aPlot({ HouseNo: "B-7", OwnerName: "احمد <b>رضا</b>", EmailID: "ahmad@example.org" });
    await aSchedule({ StartMonth: 9, plots: [house.PlotID] });
    const made = await receive(admin, { HouseNo: "B-7", AmountPaid: 3000.5, Remarks: '"thanks" & more' });
    await portal.sendMails();
    expect([smtp.arrived, (await admin.get("/payment-receipt")).body.msg]).toEqual([[], "1 emails pending."]);
    const { body } = accepted(await press(admin));
    expect(body).toEqual({ success: true, message: queued, msg: queued, data: { queued: 1, wrong: [] } });
    await portal.sendMails();
    const [mail] = smtp.taken;
    expect(smtp.taken).toHaveLength(1);
    expect(mail).toMatchObject({
      from: "no-reply@portal.example.org",
      to: "ahmad@example.org",
      toName: "احمد <b>رضا</b>",
      subject: "Gulshan-e-Test: receipt R-1 for house B-7",
      files: { "receipt_R-1.pdf": "%PDF-" },
    });
    for (const words of [
      "R-1",
      "B-7",
      "Rs 3,000.50",
      "14/11/2026",
      "Cash",
      "September 2026",
      "Rs 2,500.00",
      "October 2026",
    ])
      expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
    expect(mail?.text).toContain("Still due: Rs 4,499.50");
    expect(mail?.html).toContain("احمد &#60;b&#62;رضا");
    expect(mail?.html).not.toMatch(/<b>|<img|https?:/);
    expect(await receiptOf(admin, made)).toMatchObject({ IsEmailSent: 1, MailError: "" });
    here.clock.pass(1);
    expect(accepted(await press(admin)).body.msg).toBe(allSent);
    await portal.sendMails();
    expect(smtp.arrived).toHaveLength(1);
  });

  test("by two people at two servers at the same moment mails each receipt once", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, manager, portal } = here;
    const there = await portal.another();
    for (let n = 0; n < 8; n++) await anOwned(here, `owner-${n}@example.org`);
    const answers = await Promise.all([
      press(admin),
      press(manager),
      press(there.person("admin")),
      press(there.person("manager")),
    ]);
    expect(answers.map(({ body }) => body.msg).sort()).toEqual([queued, wait, wait, wait]);
    await Promise.all([portal.sendMails(), there.sendMails(), portal.sendMails()]);
    await expect.poll(() => smtp.taken.length, patient).toBe(8);
    expect(new Set(smtp.arrived.map(({ to }) => to)).size).toBe(8);
    expect(new Set(smtp.arrived.map(({ messageId }) => messageId)).size).toBe(8);
    expect(smtp.arrived).toHaveLength(8);
    await expect
      .poll(async () => (await admin.list(paymentReceipt)).every(({ IsEmailSent }) => IsEmailSent))
      .toBe(true);
  });

  test("is taken again after five seconds, counted for the whole portal", async () => {
    const { here } = await withMailServer();
    const { admin, clock, portal } = here;
    const there = (await portal.another()).person("manager");
    expect((await press(admin)).body.msg).toBe(allSent);
    await anOwned(here);
    expect((await press(there)).body.msg).toBe(wait);
    clock.set("2026-11-15T07:00:04.999Z");
    expect((await press(admin)).body.msg).toBe(wait);
    clock.set("2026-11-15T07:00:05.000Z");
    expect((await press(there)).body.msg).toBe(queued);
    expect((await press(admin)).body.msg).toBe(wait);
  });

  test("leaves out voided receipts, also one voided while it waits, and houses without an address", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    await receive(admin, { HouseNo: "A-1" });
    await remove(admin, await anOwned(here, "gone@example.org"));
    expect((await press(admin)).body.msg).toBe(allSent);
    clock.pass(1);
    smtp.recipient = () => "450 Busy";
    const voided = await anOwned(here, "late@example.org");
    await press(admin);
    await portal.sendMails();
    await remove(admin, voided);
    smtp.recipient = () => undefined;
    clock.pass(1);
    await portal.sendMails();
    expect(smtp.arrived).toEqual([]);
    expect(await state(admin)).toMatchObject({ unsent: 0, progress: { pending: 0 } });
  });

  test("is for those who may change receipts, never for residents", async () => {
    const { here } = await withMailServer();
    const { anonymous, nobody, clerk, board, ali, grant } = here;
    expect((await press(anonymous)).status).toBe(401);
    for (const person of [nobody, clerk, board, ali]) expect((await press(person)).status).toBe(403);
    await grant({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "Update" });
    expect((await press(ali)).status).toBe(403);
    expect((await ali.get("/payment-receipt/emails")).status).toBe(403);
  });

  test("names addresses that cannot be one, and sends nothing there", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, atWork } = here;
    const EmailID = "a@example.org\r\nBcc: b@example.org";
    const made = await anOwned(here);
    const { PlotID } = made;
    await atWork(async (tx) => tx.update(plot, await tx.get(plot, PlotID), { EmailID }));
    const { HouseNo } = recordIn(plot, await admin.get(`/plot/${PlotID}`));
    const { body } = accepted(await press(admin));
    expect([body.msg, body.data]).toEqual([allSent, { queued: 0, wrong: [{ HouseNo, EmailID }] }]);
    expect((await receiptOf(admin, made)).MailError).toBe("The e-mail address is not valid");
    await portal.sendMails();
    expect([smtp.arrived, (await admin.get("/payment-receipt")).body.msg]).toEqual([[], allSent]);
  });

  test("lets no name end a header", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, atWork } = here;
    const receipt = await anOwned(here, "owner@example.org");
    await atWork(async (tx) => {
      const house = await tx.get(plot, receipt.PlotID);
      tx.update(plot, house, { OwnerName: "Eve\r\nBcc: b@example.org" });
      const row = await tx.get(paymentReceipt, receipt.PaymentReceiptID);
      tx.update(paymentReceipt, row, { HouseNo: "X\r\nBcc: c@example.org\r\n\r\nHello" });
    });
    await press(admin);
    await portal.sendMails();
    expect(smtp.taken).toMatchObject([{ to: "owner@example.org", toName: "Eve Bcc: b@example.org" }]);
    expect(smtp.taken[0]?.headers).not.toContain("bcc");
  });
});

test("without a mail server receipts become files, and the portal says so", async () => {
  const here = await world();
  const made = await anOwned(here, "owner@example.org");
  expect(await state(here.admin)).toMatchObject({ unsent: 1, asFiles: true });
  await press(here.admin);
  await here.portal.sendMails();
  expect(await here.mails()).toMatchObject([
    { to: "owner@example.org", subject: "Gulshan-e-Test: receipt R-1 for house N-1" },
  ]);
  expect((await receiptOf(here.admin, made)).IsEmailSent).toBe(1);
});
