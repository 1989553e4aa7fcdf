import { expect, test } from "vitest";
import { pendingLinkKey } from "../../server/mail/outbox.ts";
import { mails } from "../../shared/resources/mails.ts";
import { role } from "../../shared/resources/role.ts";
import { type Harness, openHarnessWithMailServer } from "../harness/harness.ts";
import type { MailServer } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

test("a user added without a password receives an invitation whose link sets a password within three days", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const { anonymous, clock } = harness;
  expect(await addUser(harness, { Username: "zubair", Email: "z@example.org" })).toBe("User added successfully");
  await expect.poll(() => smtp.accepted.length).toBe(1);
  expect(smtp.accepted[0]).toMatchObject({ to: "z@example.org", subject: "Gulshan-e-Test: your account" });
  expect(smtp.accepted[0]?.text).toContain("https://portal.example.org/reset-password?token=");
  for (const body of [smtp.accepted[0]?.text, smtp.accepted[0]?.html]) {
    expect(body?.match(/[^"]https:\/\/portal.example.org\/reset-password\?token=/g)).toHaveLength(2);
    expect(body).toMatch(/Choose your password here[\s\S]*پاس ورڈ منتخب کریں/);
  }
  clock.advanceMinutes(3 * 24 * 60 - 1);
  const token = readToken(smtp);
  assertOk(await anonymous.post("/reset-password/confirm", { token, password: "zubair-1" }));
  assertOk(await anonymous.post("/auth/login", { username: "zubair", password: "zubair-1" }));
  expect((await anonymous.post("/reset-password/confirm", { token, password: "zubair-2" })).status).toBe(400);
});

test("a user with a password, without an email address or with an inactive account receives no invitation", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  await addUser(harness, { Username: "with-password", Email: "a@example.org", Password: "secret-1" });
  expect(await addUser(harness, { Username: "without-email", Email: "" })).toContain("The user cannot sign in yet");
  await addUser(harness, { Username: "inactive", Email: "b@example.org", IsActive: false });
  await harness.portal.sendMails();
  expect(smtp.received).toEqual([]);
});

test("no mail record contains the link of the mail, and the portal deletes the link once the mail is sent", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  smtp.refuseRecipient = () => "450 Busy";
  assertOk(await harness.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => readUserMails(harness)).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  const [waitingMail] = await readUserMails(harness);
  expect(waitingMail?.link).toMatchObject({ token: expect.any(String) });
  smtp.refuseRecipient = () => undefined;
  harness.clock.advanceMinutes(1);
  await harness.portal.sendMails();
  const [sentMail] = await readUserMails(harness);
  expect(JSON.stringify(sentMail?.mail)).not.toContain(readToken(smtp).split(".")[1]);
  expect(sentMail).toMatchObject({ mail: { State: "sent", Kind: "reset", To: "clerk@example.org" }, link: undefined });
});

test("the portal does not send a mail whose link has expired", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  smtp.refuseRecipient = () => "450 Busy";
  assertOk(await harness.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => readUserMails(harness)).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  smtp.refuseRecipient = () => undefined;
  harness.clock.advanceMinutes(10);
  await harness.portal.sendMails();
  expect([smtp.received, await readUserMails(harness)]).toEqual([[], []]);
});

test("the portal sends a mail for a user before receipt mails that were queued earlier", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const { admin, anonymous, createPlot, portal, clock } = harness;
  smtp.refuseRecipient = () => "450 Busy";
  for (let index = 0; index < 8; index++) {
    const { HouseNo } = await createPlot({ EmailID: `owner-${index}@example.org` });
    await createReceipt(admin, { HouseNo, AmountPaid: 100 });
  }
  assertOk(await admin.post("/payment-receipt/send-emails"));
  await portal.sendMails();
  assertOk(await anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => readUserMails(harness)).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  smtp.refuseRecipient = () => undefined;
  clock.advanceMinutes(1);
  await portal.sendMails();
  expect(smtp.received.slice(0, 5).map(({ to }) => to)).toContain("clerk@example.org");
  expect(smtp.accepted).toHaveLength(9);
});

test("line breaks in the name of an account add no lines to a mail", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const fullName = "Zubair\n\nYour house is sold. Pay at https://evil.example\u2028now";
  // Earlier releases accepted such names.
  await harness.changeUser("clerk", { FullName: fullName, Username: "zu\nbair" });
  assertOk(await harness.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => smtp.accepted.length).toBe(1);
  const lines = (smtp.accepted[0]?.text ?? "").split(/\r?\n|\u2028/);
  // The line with the full name and the line with the username, each in English and Urdu.
  expect(lines.filter((line) => /Zubair|evil|bair/.test(line))).toHaveLength(4);
});

/** Adds a user as the administrator and returns the message of the reply. */
async function addUser({ admin }: Harness, values: object): Promise<string> {
  const clerkRole = (await admin.list(role)).find(({ RoleName }) => RoleName === "Clerk");
  const user = { FullName: "Zubair Butt", RoleID: clerkRole?.RoleID, ...values };
  return assertOk(await admin.post("/users", user)).body.message;
}

/** The mails for users in the outbox, each with its link as long as the portal stores it. */
function readUserMails({ transaction }: Harness) {
  return transaction(async (tx) => {
    const rows = await tx.find(mails, { PaymentReceiptID: null });
    return Promise.all(rows.map(async (mail) => ({ mail, link: await tx.readSecret(pendingLinkKey(mail)) })));
  });
}

function readToken({ accepted }: MailServer): string {
  return decodeURIComponent(/token=(\S+)/.exec(accepted.at(-1)?.text ?? "")?.[1] ?? "");
}
