import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { createLog } from "../../server/log.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { depositCheque } from "../harness/cheques.ts";
import { openHarness, openHarnessWithMailServer } from "../harness/harness.ts";
import {
  createMailableReceipt,
  emailsSentText,
  pleaseWaitText,
  readMailProgress,
  sendPendingEmails,
  startMailServer,
} from "../harness/mail.ts";
import { createReceipt, readReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

describe("a mail that the mail server does not accept", { tags: "requirement-29" }, () => {
  test("the portal retries a mail after 5 s, 30 s, 2 min and 10 min, then marks it failed until an employee sends it again", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    let attempts = 0;
    smtp.refuseRecipient = () => {
      attempts++;
      return "451 Mailbox busy";
    };
    await sendPendingEmails(admin);
    await portal.sendMails();
    for (const [tries, seconds] of [5, 30, 120, 600].entries()) {
      expect([attempts, (await readReceipt(admin, receipt)).MailError]).toEqual([tries + 1, ""]);
      clock.advanceMinutes((seconds - 0.01) / 60);
      await portal.sendMails();
      expect(attempts).toBe(tries + 1);
      clock.advanceMinutes(0.01 / 60);
      await portal.sendMails();
    }
    expect(attempts).toBe(5);
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 0, MailError: "451 Mailbox busy" });
    expect(await readMailProgress(admin)).toEqual({
      unsent: 1,
      asFiles: false,
      progress: { pending: 0, sent: 0, failed: 1 },
    });
    clock.advanceMinutes(600);
    await portal.sendMails();
    expect(attempts).toBe(5);
    smtp.refuseRecipient = () => undefined;
    expect((await sendPendingEmails(admin)).body.msg).toBe(emailsSentText);
    await portal.sendMails();
    expect(await readReceipt(admin, receipt)).toMatchObject({ IsEmailSent: 1, MailError: "" });
  });

  test("the portal does not retry a mail after a permanent refusal of its address", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const [refused, accepted] = [
      await createMailableReceipt(harness, "no@example.org"),
      await createMailableReceipt(harness, "yes@example.org"),
    ];
    smtp.refuseRecipient = (address) => (address === "no@example.org" ? "550 No such mailbox" : undefined);
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect((await readReceipt(admin, refused)).MailError).toBe("550 No such mailbox");
    expect((await readReceipt(admin, accepted)).IsEmailSent).toBe(1);
    smtp.refuseRecipient = () => undefined;
    clock.advanceMinutes(60);
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
  });

  test("the portal retries a mail after a lost connection, even after a restart, with the same Message-ID", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    smtp.answerMessage = () => "hang up";
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect((await sendPendingEmails(admin)).body.msg).toBe(pleaseWaitText);
    await portal.restart();
    smtp.answerMessage = () => "accepted";
    clock.advanceMinutes(1);
    await portal.sendMails();
    expect((await readReceipt(admin, receipt)).IsEmailSent).toBe(1);
    expect(smtp.received).toHaveLength(2);
    expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId);
  });

  test("the list of emails has the address of the last try", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock, createPlot } = harness;
    const house = await createPlot({ EmailID: "old@example.org" });
    await createReceipt(admin, { HouseNo: house.HouseNo });
    const readMails = async () => assertOk(await admin.get("/mails")).body.data;
    smtp.refuseRecipient = () => "451 Mailbox busy";
    await sendPendingEmails(admin);
    await portal.sendMails();
    assertOk(await admin.put("/plot", { ...house, EmailID: "new@example.org" }));
    clock.advanceMinutes(1);
    await portal.sendMails();
    expect(await readMails()).toMatchObject([{ State: "waiting", To: "new@example.org" }]);
    smtp.refuseRecipient = () => undefined;
    const [current] = await admin.list(plot, `?PlotID=${house.PlotID}`);
    assertOk(await admin.put("/plot", { ...current, EmailID: "newest@example.org" }));
    clock.advanceMinutes(1);
    await portal.sendMails();
    expect(await readMails()).toMatchObject([{ State: "sent", To: "newest@example.org" }]);
  });

  test("a failed email about a bounce is withdrawn when it is sent again after another bounce", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, createPlot } = harness;
    const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
    const ChequeID = await depositCheque(admin, { HouseNo });
    const bounce = (Reason: string) => admin.post(`/cheque/${ChequeID}/bounce`, { Date: "2026-11-15", Reason });
    smtp.refuseRecipient = () => "550 No such mailbox";
    assertOk(await bounce("Insufficient funds"));
    await portal.sendMails();
    smtp.refuseRecipient = () => undefined;
    assertOk(await admin.post("/deposit-slip", { AccountID: 1, Date: "2026-11-15", ChequeIDs: [ChequeID] }));
    assertOk(await bounce("Account closed"));
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
    assertOk(await admin.post("/mails/retry"));
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
    expect(assertOk(await admin.get("/mails")).body.data).toMatchObject([{ State: "sent" }]);
  });

  test("the error of an unreachable mail server contains no network details", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const receipt = await createMailableReceipt(harness);
    await smtp.close();
    await sendPendingEmails(admin);
    for (let index = 0; index < 5; index++) {
      await portal.sendMails();
      clock.advanceMinutes(10);
    }
    expect((await readReceipt(admin, receipt)).MailError).toBe("The mail server cannot be reached");
  });
});

describe("a server that stops or crashes", { tags: "requirement-29" }, () => {
  test("a stopping server finishes the mails in progress, and the next server sends the others", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal } = harness;
    const answer = createDeferred<"accepted">();
    smtp.answerMessage = () => answer.promise;
    for (let index = 0; index < 8; index++) await createMailableReceipt(harness, `owner-${index}@example.org`);
    await sendPendingEmails(admin);
    await expect.poll(() => smtp.received.length).toBe(5);
    const restarted = portal.restart();
    answer.resolve("accepted");
    await restarted;
    await portal.sendMails();
    expect(smtp.received).toHaveLength(8);
    expect((await admin.list(paymentReceipt)).every(({ IsEmailSent }) => IsEmailSent)).toBe(true);
  });

  test("a stopping server does not wait for a silent mail server, and the next server sends the mail with the same Message-ID after the lease expires", async () => {
    const { harness, smtp, receipt, answer } = await openHarnessWithMailInProgress();
    const { admin, portal } = harness;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const restarted = portal.restart();
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await restarted;
    expect(assertOk(await admin.get("/mails")).body.data).toMatchObject([{ State: "sending" }]);
    answer.resolve("accepted");
    await expectOneDuplicate({ harness, smtp, receipt });
  });

  test("a crash between sending and recording a mail causes one duplicate with the same Message-ID after the lease expires", async () => {
    const { harness, smtp, receipt, answer } = await openHarnessWithMailInProgress();
    const { portal } = harness;
    await portal.crash();
    answer.resolve("accepted");
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
    await expectOneDuplicate({ harness, smtp, receipt });
  });
});

test("the log entry of a refused mail does not contain the recipient address", async () => {
  const lines: string[] = [];
  const smtp = await startMailServer();
  const harness = await openHarness({
    smtpUrl: smtp.url,
    log: createLog("trace", { write: (line) => void lines.push(line) }),
  });
  const receipt = await createMailableReceipt(harness);
  smtp.refuseRecipient = (address) => `550 No mailbox ${address}`;
  await sendPendingEmails(harness.admin);
  await harness.portal.sendMails();
  expect((await readReceipt(harness.admin, receipt)).MailError).toContain("owner@example.org");
  expect(lines.join("")).toContain("Cannot send a mail");
  expect(lines.join("")).not.toContain("owner@example.org");
});

/** A portal whose mail server has got a mail and accepts it when `answer` is resolved. */
async function openHarnessWithMailInProgress() {
  const { harness, smtp } = await openHarnessWithMailServer();
  const receipt = await createMailableReceipt(harness);
  const answer = createDeferred<"accepted">();
  smtp.answerMessage = () => answer.promise;
  await sendPendingEmails(harness.admin);
  await expect.poll(() => smtp.received.length).toBe(1);
  return { harness, smtp, receipt, answer };
}

type MailInProgress = Omit<Awaited<ReturnType<typeof openHarnessWithMailInProgress>>, "answer">;

/** Expects that the mail is sent once more after its lease expires, with the same Message-ID, and not again. */
async function expectOneDuplicate({ harness: { admin, portal, clock }, smtp, receipt }: MailInProgress): Promise<void> {
  clock.advanceMinutes(1);
  await portal.sendMails();
  clock.advanceMinutes(60);
  await portal.sendMails();
  expect(smtp.received).toHaveLength(2);
  expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId);
  expect((await readReceipt(admin, receipt)).IsEmailSent).toBe(1);
}
