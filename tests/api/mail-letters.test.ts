import { expect, test } from "vitest";
import { enclosureOf } from "../../server/mail/outbox.ts";
import { mails } from "../../shared/resources/mails.ts";
import { role } from "../../shared/resources/role.ts";
import { patient, withMailServer } from "../world/mailing.ts";
import { accepted } from "../world/reply.ts";
import type { MailServer } from "../world/smtp.ts";
import type { World } from "../world/world.ts";

test("whom the office adds without a password is invited by mail, and chooses one with the link within three days", async () => {
  const { here, smtp } = await withMailServer();
  const { anonymous, clock } = here;
  expect(await add(here, { Username: "zubair", Email: "z@example.org" })).toBe("Item added successfully");
  await expect.poll(() => smtp.taken.length, patient).toBe(1);
  expect(smtp.taken[0]).toMatchObject({ to: "z@example.org", subject: "Gulshan-e-Test: your account" });
  expect(smtp.taken[0]?.text).toContain("https://portal.example.org/reset-password?token=");
  for (const body of [smtp.taken[0]?.text, smtp.taken[0]?.html]) {
    expect(body?.match(/[^"]https:\/\/portal.example.org\/reset-password\?token=/g)).toHaveLength(2);
    expect(body).toMatch(/Choose your password here[\s\S]*پاس ورڈ منتخب کریں/);
  }
  clock.pass(3 * 24 * 60 - 1);
  const token = tokenIn(smtp);
  accepted(await anonymous.post("/reset-password/confirm", { token, password: "zubair-1" }));
  accepted(await anonymous.post("/auth/login", { username: "zubair", password: "zubair-1" }));
  expect((await anonymous.post("/reset-password/confirm", { token, password: "zubair-2" })).status).toBe(400);
});

test("whoever has a password, no address or no active account is not invited", async () => {
  const { here, smtp } = await withMailServer();
  await add(here, { Username: "with-password", Email: "a@example.org", Password: "secret-1" });
  expect(await add(here, { Username: "nowhere", Email: "" })).toContain("they cannot sign in yet");
  await add(here, { Username: "asleep", Email: "b@example.org", IsActive: false });
  await here.portal.sendMails();
  expect(smtp.arrived).toEqual([]);
});

test("a letter's link is in no record, and kept nowhere once the letter is sent", async () => {
  const { here, smtp } = await withMailServer();
  smtp.recipient = () => "450 Busy";
  accepted(await here.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => letters(here), patient).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  const [waiting] = await letters(here);
  expect(waiting?.link).toMatchObject({ token: expect.any(String) });
  smtp.recipient = () => undefined;
  here.clock.pass(1);
  await here.portal.sendMails();
  const [sent] = await letters(here);
  expect(JSON.stringify(sent?.mail)).not.toContain(tokenIn(smtp).split(".")[1]);
  expect(sent).toMatchObject({ mail: { State: "sent", Kind: "reset", To: "clerk@example.org" }, link: undefined });
});

test("a letter whose link is too old by the time that the mail server is back is not sent any more", async () => {
  const { here, smtp } = await withMailServer();
  smtp.recipient = () => "450 Busy";
  accepted(await here.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => letters(here), patient).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  smtp.recipient = () => undefined;
  here.clock.pass(10);
  await here.portal.sendMails();
  expect([smtp.arrived, await letters(here)]).toEqual([[], []]);
});

test("a letter does not wait for the receipts that were asked for before it", async () => {
  const { here, smtp } = await withMailServer();
  const { admin, anonymous, aPlot, portal, clock } = here;
  smtp.recipient = () => "450 Busy";
  for (let n = 0; n < 8; n++) {
    const { HouseNo } = await aPlot({ EmailID: `owner-${n}@example.org` });
    const cash = { AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
    accepted(await admin.post("/payment-receipt", { ...cash, HouseNo }));
  }
  accepted(await admin.post("/payment-receipt/send-emails"));
  await portal.sendMails();
  accepted(await anonymous.post("/reset-password", { email: "clerk@example.org" }));
  await expect.poll(() => letters(here), patient).toMatchObject([{ mail: { State: "waiting", Tries: 1 } }]);
  smtp.recipient = () => undefined;
  clock.pass(1);
  await portal.sendMails();
  expect(smtp.arrived.slice(0, 5).map(({ to }) => to)).toContain("clerk@example.org");
  expect(smtp.taken).toHaveLength(9);
});

/** Adds a user as the office does and returns what is said to it. */
async function add({ admin }: World, values: object): Promise<string> {
  const clerk = (await admin.list(role)).find(({ RoleName }) => RoleName === "Clerk");
  const user = { FullName: "Zubair Butt", RoleID: clerk?.RoleID, ...values };
  return accepted(await admin.post("/users", user)).body.message;
}

/** The letters in the outbox, each with its link as long as that is kept. */
function letters({ atWork }: World) {
  return atWork(async (tx) => {
    const rows = await tx.find(mails, { PaymentReceiptID: null });
    return Promise.all(rows.map(async (mail) => ({ mail, link: await tx.secret(enclosureOf(mail)) })));
  });
}

function tokenIn({ taken }: MailServer): string {
  return decodeURIComponent(/token=(\S+)/.exec(taken.at(-1)?.text ?? "")?.[1] ?? "");
}

test("a letter holds no lines of whoever chose the name of the account", async () => {
  const { here, smtp } = await withMailServer();
  const fullName = "Zubair\n\nYour house is sold. Pay at https://evil.example\u2028now";
  const account = { fullName, username: "zu\nbair", email: "victim@example.org", password: "zubair-1" };
  accepted(await here.anonymous.post("/signup", account));
  accepted(await here.anonymous.post("/reset-password", { email: account.email }));
  await expect.poll(() => smtp.taken.length, patient).toBe(1);
  const lines = (smtp.taken[0]?.text ?? "").split(/\r?\n|\u2028/);
  expect(lines.filter((line) => /Zubair|evil|bair/.test(line))).toHaveLength(4);
});
