import { describe, expect, test } from "vitest";
import { deferred } from "../../server/commits/deferred.ts";
import { createLog } from "../../server/log.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness, openHarnessWithMailServer } from "../harness/harness.ts";
import {
  createMailableReceipt,
  emailsSentText,
  pleaseWaitText,
  readMailState,
  readReceipt,
  sendPendingEmails,
  slowPoll,
  startMailServer,
} from "../harness/mail.ts";

describe("a mail that does not get through", { tags: "requirement-29" }, () => {
  test("is tried again after 5 s, 30 s, 2 min and 10 min, then failed with the reason; the next press begins again", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const made = await createMailableReceipt(harness);
    let asked = 0;
    smtp.refuseRecipient = () => {
      asked++;
      return "451 Mailbox busy";
    };
    await sendPendingEmails(admin);
    await portal.sendMails();
    for (const [tries, seconds] of [5, 30, 120, 600].entries()) {
      expect([asked, (await readReceipt(admin, made)).MailError]).toEqual([tries + 1, ""]);
      clock.advance((seconds - 0.01) / 60);
      await portal.sendMails();
      expect(asked).toBe(tries + 1);
      clock.advance(0.01 / 60);
      await portal.sendMails();
    }
    expect(asked).toBe(5);
    expect(await readReceipt(admin, made)).toMatchObject({ IsEmailSent: 0, MailError: "451 Mailbox busy" });
    expect(await readMailState(admin)).toEqual({
      unsent: 1,
      asFiles: false,
      progress: { pending: 0, sent: 0, failed: 1 },
    });
    clock.advance(600);
    await portal.sendMails();
    expect(asked).toBe(5);
    smtp.refuseRecipient = () => undefined;
    expect((await sendPendingEmails(admin)).body.msg).toBe(emailsSentText);
    await portal.sendMails();
    expect(await readReceipt(admin, made)).toMatchObject({ IsEmailSent: 1, MailError: "" });
  });

  test("as its address is refused for good is not tried again", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const [refused, other] = [
      await createMailableReceipt(harness, "no@example.org"),
      await createMailableReceipt(harness, "yes@example.org"),
    ];
    smtp.refuseRecipient = (address) => (address === "no@example.org" ? "550 No such mailbox" : undefined);
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect((await readReceipt(admin, refused)).MailError).toBe("550 No such mailbox");
    expect((await readReceipt(admin, other)).IsEmailSent).toBe(1);
    smtp.refuseRecipient = () => undefined;
    clock.advance(60);
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
  });

  test("as there is no answer from the mail server waits for it, also over a restart", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const made = await createMailableReceipt(harness);
    smtp.answerMessage = () => "hang up";
    await sendPendingEmails(admin);
    await portal.sendMails();
    expect((await sendPendingEmails(admin)).body.msg).toBe(pleaseWaitText);
    await portal.restart();
    smtp.answerMessage = () => "accepted";
    clock.advance(1);
    await portal.sendMails();
    expect((await readReceipt(admin, made)).IsEmailSent).toBe(1);
    expect(smtp.received).toHaveLength(2);
    expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId);
  });

  test("tells nothing of the network to those who see the receipt", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const made = await createMailableReceipt(harness);
    await smtp.close();
    await sendPendingEmails(admin);
    for (let n = 0; n < 5; n++) {
      await portal.sendMails();
      clock.advance(10);
    }
    expect((await readReceipt(admin, made)).MailError).toBe("The mail server cannot be reached");
  });
});

describe("a server that goes", { tags: "requirement-29" }, () => {
  test("waits for the mail that is under way, and its successor sends the rest", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal } = harness;
    const answer = deferred<"accepted">();
    smtp.answerMessage = () => answer.promise;
    for (let n = 0; n < 8; n++) await createMailableReceipt(harness, `owner-${n}@example.org`);
    await sendPendingEmails(admin);
    await expect.poll(() => smtp.received.length, slowPoll).toBe(5);
    const restarted = portal.restart();
    answer.resolve("accepted");
    await restarted;
    await portal.sendMails();
    expect(smtp.received).toHaveLength(8);
    expect((await admin.list(paymentReceipt)).every(({ IsEmailSent }) => IsEmailSent)).toBe(true);
  });

  test("without a word between sending and booking costs one copy with the same Message-ID, once its claim is over", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock } = harness;
    const made = await createMailableReceipt(harness);
    const answer = deferred<"accepted">();
    smtp.answerMessage = () => answer.promise;
    await sendPendingEmails(admin);
    await expect.poll(() => smtp.received.length, slowPoll).toBe(1);
    await portal.crash();
    answer.resolve("accepted");
    await portal.sendMails();
    expect(smtp.received).toHaveLength(1);
    clock.advance(1);
    await portal.sendMails();
    clock.advance(60);
    await portal.sendMails();
    expect(smtp.received).toHaveLength(2);
    expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId);
    expect((await readReceipt(admin, made)).IsEmailSent).toBe(1);
  });
});

test("the log of a mail that was refused does not say to whom it went", async () => {
  const lines: string[] = [];
  const smtp = await startMailServer();
  const here = await openHarness({
    smtpUrl: smtp.url,
    log: createLog("trace", { write: (line) => void lines.push(line) }),
  });
  const made = await createMailableReceipt(here);
  smtp.refuseRecipient = (address) => `550 No mailbox ${address}`;
  await sendPendingEmails(here.admin);
  await here.portal.sendMails();
  expect((await readReceipt(here.admin, made)).MailError).toContain("owner@example.org");
  expect(lines.join("")).toContain("Cannot send a mail");
  expect(lines.join("")).not.toContain("owner@example.org");
});
