import { expect, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { startMailServer } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

test("mail progress is sent on every server to staff who watch receipts", async () => {
  const smtp = await startMailServer();
  const harness = await openHarness({ smtpUrl: smtp.url });
  const secondServer = await harness.portal.startAnotherServer();
  const sockets = [await harness.manager.openSocket(), await secondServer.person("admin").openSocket()];
  for (const socket of sockets) await socket.watch([paymentReceipt.name]);
  await createThreeReceipts(harness);
  smtp.refuseRecipient = (address) => (address === "b@example.org" ? "550 No such mailbox" : undefined);
  assertOk(await harness.admin.post("/payment-receipt/send-emails"));
  for (const socket of sockets) {
    await socket.waitFor(({ mail }) => mail.at(-1)?.pending === 0);
    const { mail } = socket.received;
    expect(mail[0]).toEqual({ pending: expect.any(Number), sent: expect.any(Number), failed: expect.any(Number) });
    expect(mail.every(({ pending, sent, failed }) => pending + sent + failed === 3)).toBe(true);
    expect(mail.at(-1)).toEqual({ pending: 0, sent: 2, failed: 1 });
    await socket.waitFor(({ changes }) => changes.filter(({ record }) => record?.IsEmailSent === 1).length === 2);
    await socket.waitFor(({ changes }) => changes.some(({ record }) => record?.MailError === "550 No such mailbox"));
  }
});

test("residents, users with only the dashboard and staff who watch other resources receive no mail progress, but a resident is informed that their receipt was mailed", async () => {
  const smtp = await startMailServer();
  const harness = await openHarness({ smtpUrl: smtp.url });
  const { ali, dashboardReader, manager, admin, society } = harness;
  const [residentSocket, dashboardReaderSocket, otherStaffSocket] = [
    await ali.openSocket(),
    await dashboardReader.openSocket(),
    await manager.openSocket(),
  ];
  await residentSocket.watch([paymentReceipt.name, "mails"]);
  expect(await dashboardReaderSocket.watch([paymentReceipt.name, "mails", "mail"])).toMatchObject({ watching: [] });
  await otherStaffSocket.watch(["plot", "mails"]);
  const { HouseNo } = society.aliPlot;
  assertOk(
    await admin.put(`/plot/${society.aliPlot.PlotID}`, {
      ...society.aliPlot,
      EmailID: "ali@example.org",
      Version: undefined,
    }),
  );
  await createReceipt(admin, { HouseNo });
  assertOk(await admin.post("/payment-receipt/send-emails"));
  await residentSocket.waitFor(({ changes }) => changes.some(({ record }) => record?.IsEmailSent === 1));
  for (const socket of [residentSocket, dashboardReaderSocket, otherStaffSocket]) {
    await socket.waitForEarlierEvents();
    expect(socket.received.mail).toEqual([]);
    expect(socket.received.changes.filter(({ resource }) => resource === "mails")).toEqual([]);
  }
});

test("receipts added while mails are being sent are counted in the same run", async () => {
  const smtp = await startMailServer();
  const harness = await openHarness({ smtpUrl: smtp.url });
  const { admin, clock } = harness;
  const socket = await harness.manager.openSocket();
  await socket.watch([paymentReceipt.name]);
  const answer = createDeferred<"accepted">();
  smtp.answerMessage = () => answer.promise;
  await createThreeReceipts(harness);
  await admin.post("/payment-receipt/send-emails");
  await expect.poll(() => smtp.received.length).toBe(3);
  // Within five seconds after a request, another one queues nothing.
  clock.set("2026-11-15T07:00:10Z");
  await createThreeReceipts(harness);
  await admin.post("/payment-receipt/send-emails");
  await socket.waitFor(({ mail }) => mail.at(-1)?.pending === 6);
  answer.resolve("accepted");
  await socket.waitFor(({ mail }) => mail.at(-1)?.sent === 6);
  expect(socket.received.mail.at(-1)).toEqual({ pending: 0, sent: 6, failed: 0 });
});

async function createThreeReceipts({ createPlot, admin }: Harness): Promise<void> {
  for (const name of ["a", "b", "c"]) {
    const { HouseNo } = await createPlot({ EmailID: `${name}@example.org` });
    await createReceipt(admin, { HouseNo });
  }
}
