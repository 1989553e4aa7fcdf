import { expect, test } from "vitest";
import { deferred } from "../../server/kernel/deferred.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { patient } from "../world/mailing.ts";
import { accepted } from "../world/reply.ts";
import { mailServer } from "../world/smtp.ts";
import { type World, world } from "../world/world.ts";

test("while receipts are mailed all staff who follow them hear how far it is, at every server", async () => {
  const smtp = await mailServer();
  const here = await world({ smtpUrl: smtp.url });
  const there = await here.portal.another();
  const listeners = [await here.manager.socket(), await there.person("admin").socket()];
  for (const listener of listeners) await listener.watch([paymentReceipt.name]);
  await threeReceipts(here);
  smtp.recipient = (address) => (address === "b@example.org" ? "550 No such mailbox" : undefined);
  accepted(await here.admin.post("/payment-receipt/send-emails"));
  for (const listener of listeners) {
    await listener.until(({ mail }) => mail.at(-1)?.pending === 0);
    const { mail } = listener.heard;
    expect(mail[0]).toEqual({ pending: expect.any(Number), sent: expect.any(Number), failed: expect.any(Number) });
    expect(mail.every(({ pending, sent, failed }) => pending + sent + failed === 3)).toBe(true);
    expect(mail.at(-1)).toEqual({ pending: 0, sent: 2, failed: 1 });
    await listener.until(({ changes }) => changes.filter(({ record }) => record?.IsEmailSent === 1).length === 2);
    expect(listener.heard.changes.some(({ record }) => record?.MailError === "550 No such mailbox")).toBe(true);
  }
});

test("residents, the board and whoever follows something else hear nothing of it, and of their own receipt that it is mailed", async () => {
  const smtp = await mailServer();
  const here = await world({ smtpUrl: smtp.url });
  const { ali, board, manager, admin, society } = here;
  const [resident, display, elsewhere] = [await ali.socket(), await board.socket(), await manager.socket()];
  await resident.watch([paymentReceipt.name, "mails"]);
  expect(await display.watch([paymentReceipt.name, "mails", "mail"])).toMatchObject({ watching: [] });
  await elsewhere.watch(["plot", "mails"]);
  const { HouseNo } = society.ali;
  accepted(
    await admin.put(`/plot/${society.ali.PlotID}`, { ...society.ali, EmailID: "ali@example.org", Version: undefined }),
  );
  const cash = { AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  accepted(await admin.post("/payment-receipt", { ...cash, HouseNo }));
  accepted(await admin.post("/payment-receipt/send-emails"));
  await resident.until(({ changes }) => changes.some(({ record }) => record?.IsEmailSent === 1));
  for (const listener of [resident, display, elsewhere]) {
    await listener.quiet();
    expect(listener.heard.mail).toEqual([]);
    expect(listener.heard.changes.filter(({ resource }) => resource === "mails")).toEqual([]);
  }
});

test("one press is one sending: what is asked for while it goes on counts with it", async () => {
  const smtp = await mailServer();
  const here = await world({ smtpUrl: smtp.url });
  const { admin, clock } = here;
  const listener = await here.manager.socket();
  await listener.watch([paymentReceipt.name]);
  const answer = deferred<"taken">();
  smtp.message = () => answer.promise;
  await threeReceipts(here);
  await admin.post("/payment-receipt/send-emails");
  await expect.poll(() => smtp.arrived.length, patient).toBe(3);
  clock.set("2026-11-15T07:00:10Z");
  await threeReceipts(here);
  await admin.post("/payment-receipt/send-emails");
  await listener.until(({ mail }) => mail.at(-1)?.pending === 6);
  answer.resolve("taken");
  await listener.until(({ mail }) => mail.at(-1)?.sent === 6);
  expect(listener.heard.mail.at(-1)).toEqual({ pending: 0, sent: 6, failed: 0 });
});

async function threeReceipts({ aPlot, admin }: World): Promise<void> {
  for (const name of ["a", "b", "c"]) {
    const { HouseNo } = await aPlot({ EmailID: `${name}@example.org` });
    const cash = { AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
    accepted(await admin.post("/payment-receipt", { ...cash, HouseNo }));
  }
}
