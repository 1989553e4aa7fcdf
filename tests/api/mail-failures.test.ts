import { describe, expect, test } from "vitest";
import { deferred } from "../../server/kernel/deferred.ts";
import { makeLog } from "../../server/kernel/log.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { anOwned, patient, press, queued, receiptOf, state, wait, withMailServer } from "../world/mailing.ts";
import { mailServer } from "../world/smtp.ts";
import { world } from "../world/world.ts";

describe("a mail that does not get through", () => {
  test("is tried again after 5 s, 30 s, 2 min and 10 min, then failed with the reason; the next press begins again", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    const made = await anOwned(here);
    let asked = 0;
    smtp.recipient = () => {
      asked++;
      return "451 Mailbox busy";
    };
    await press(admin);
    await portal.sendMails();
    for (const [tries, seconds] of [5, 30, 120, 600].entries()) {
      expect([asked, (await receiptOf(admin, made)).MailError]).toEqual([tries + 1, ""]);
      clock.pass((seconds - 0.01) / 60);
      await portal.sendMails();
      expect(asked).toBe(tries + 1);
      clock.pass(0.01 / 60);
      await portal.sendMails();
    }
    expect(asked).toBe(5);
    expect(await receiptOf(admin, made)).toMatchObject({ IsEmailSent: 0, MailError: "451 Mailbox busy" });
    expect(await state(admin)).toEqual({ unsent: 1, asFiles: false, progress: { pending: 0, sent: 0, failed: 1 } });
    clock.pass(600);
    await portal.sendMails();
    expect(asked).toBe(5);
    smtp.recipient = () => undefined;
    expect((await press(admin)).body.msg).toBe(queued);
    await portal.sendMails();
    expect(await receiptOf(admin, made)).toMatchObject({ IsEmailSent: 1, MailError: "" });
  });

  test("as its address is refused for good is not tried again", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    const [refused, other] = [await anOwned(here, "no@example.org"), await anOwned(here, "yes@example.org")];
    smtp.recipient = (address) => (address === "no@example.org" ? "550 No such mailbox" : undefined);
    await press(admin);
    await portal.sendMails();
    expect((await receiptOf(admin, refused)).MailError).toBe("550 No such mailbox");
    expect((await receiptOf(admin, other)).IsEmailSent).toBe(1);
    smtp.recipient = () => undefined;
    clock.pass(60);
    await portal.sendMails();
    expect(smtp.arrived).toHaveLength(1);
  });

  test("as there is no answer from the mail server waits for it, also over a restart", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    const made = await anOwned(here);
    smtp.message = () => "hang up";
    await press(admin);
    await portal.sendMails();
    expect((await press(admin)).body.msg).toBe(wait);
    await portal.restart();
    smtp.message = () => "taken";
    clock.pass(1);
    await portal.sendMails();
    expect((await receiptOf(admin, made)).IsEmailSent).toBe(1);
    expect(smtp.arrived).toHaveLength(2);
    expect(smtp.arrived[0]?.messageId).toBe(smtp.arrived[1]?.messageId);
  });

  test("tells nothing of the network to those who see the receipt", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    const made = await anOwned(here);
    await smtp.close();
    await press(admin);
    for (let n = 0; n < 5; n++) {
      await portal.sendMails();
      clock.pass(10);
    }
    expect((await receiptOf(admin, made)).MailError).toBe("The mail server cannot be reached");
  });
});

describe("a server that goes", () => {
  test("waits for the mail that is under way, and its successor sends the rest", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal } = here;
    const answer = deferred<"taken">();
    smtp.message = () => answer.promise;
    for (let n = 0; n < 8; n++) await anOwned(here, `owner-${n}@example.org`);
    await press(admin);
    await expect.poll(() => smtp.arrived.length, patient).toBe(5);
    const restarted = portal.restart();
    answer.resolve("taken");
    await restarted;
    await portal.sendMails();
    expect(smtp.arrived).toHaveLength(8);
    expect((await admin.list(paymentReceipt)).every(({ IsEmailSent }) => IsEmailSent)).toBe(true);
  });

  test("without a word between sending and booking costs one copy with the same Message-ID, once its claim is over", async () => {
    const { here, smtp } = await withMailServer();
    const { admin, portal, clock } = here;
    const made = await anOwned(here);
    const answer = deferred<"taken">();
    smtp.message = () => answer.promise;
    await press(admin);
    await expect.poll(() => smtp.arrived.length, patient).toBe(1);
    await portal.crash();
    answer.resolve("taken");
    await portal.sendMails();
    expect(smtp.arrived).toHaveLength(1);
    clock.pass(1);
    await portal.sendMails();
    clock.pass(60);
    await portal.sendMails();
    expect(smtp.arrived).toHaveLength(2);
    expect(smtp.arrived[0]?.messageId).toBe(smtp.arrived[1]?.messageId);
    expect((await receiptOf(admin, made)).IsEmailSent).toBe(1);
  });
});

test("the log of a mail that was refused does not say to whom it went", async () => {
  const lines: string[] = [];
  const smtp = await mailServer();
  const here = await world({ smtpUrl: smtp.url, log: makeLog("trace", { write: (line) => void lines.push(line) }) });
  const made = await anOwned(here);
  smtp.recipient = (address) => `550 No mailbox ${address}`;
  await press(here.admin);
  await here.portal.sendMails();
  expect((await receiptOf(here.admin, made)).MailError).toContain("owner@example.org");
  expect(lines.join("")).toContain("a mail was not sent");
  expect(lines.join("")).not.toContain("owner@example.org");
});
