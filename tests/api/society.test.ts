import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account } from "../../shared/resources/account.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createDecompressionBomb, createJpeg, createPng } from "../harness/images.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord, type Reply, readReply } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, ali, nobody, anonymous } = harness;

const bankAccount = { Title: "Society Fund", Bank: "Standard Chartered", IBAN: "PK36 SCBL 0000 0011 2345 6702" };
const profile = {
  Name: "Model Town Society",
  NameUrdu: "ماڈل ٹاؤن سوسائٹی",
  Address: "Block C\nLahore",
  Phone: "+92 42 111-222-333",
  Email: "office@example.org",
  NTN: "1234567-8",
  ReceiptFooter: "Thank you",
  BankAccounts: [bankAccount],
};
const recordSchema = z.looseObject({ Name: z.string(), Version: z.int(), Logo: z.string(), Limits: z.looseObject({}) });

describe("the society's record", () => {
  test("the society is read and changed as one record, and fields that a request omits keep their values", async () => {
    const reply = assertOk(await admin.put("/society", { ...profile, Version: (await readRecord(admin)).Version }));
    expect(reply.body.message).toBe("Society updated successfully");
    const record = await readRecord(admin);
    expect(record).toMatchObject({
      ...profile,
      BankAccounts: [{ ...bankAccount, IBAN: "PK36SCBL0000001123456702" }],
      IsSetUp: true,
    });
    expect(reply.body.data).toEqual(record);
    expect(record.Limits).toEqual({
      Void: null,
      Waiver: null,
      Refund: null,
      WriteOff: null,
      BackdateDays: null,
      Unlock: false,
      RequirePaymentDetails: false,
      RequireDrawer: false,
    });
    assertOk(await admin.put("/society", { Name: "Model Town", Limits: { Void: 5000.5 }, BounceFee: 300 }));
    expect(await readRecord(admin)).toMatchObject({
      Name: "Model Town",
      Phone: profile.Phone,
      BankAccounts: [{ Bank: bankAccount.Bank }],
      Limits: { Void: 5000.5, Waiver: null },
    });
    const limits = assertOk(await manager.get("/society/limits")).body.data;
    expect(limits).toMatchObject({ Void: 5000.5, Waiver: null, Unlock: false, BounceFee: 300 });
    expect(limits).toHaveProperty("MethodAccounts.Cash", 1);
    expect((await ali.get("/society/limits")).status).toBe(403);
  });

  test.each([
    [{ Name: " " }, { Name: "Name of the society is required" }],
    [{ Name: null }, { Name: "Name of the society is required" }],
    [{ Phone: "call me" }, { Phone: "Invalid phone number" }],
    [{ Email: "office" }, { Email: "Invalid email" }],
    [{ NTN: "12" }, { NTN: "Invalid NTN, for example 1234567-8" }],
    [{ BankAccounts: [{ ...bankAccount, Title: "" }] }, { BankAccounts: "Title of the bank account is required" }],
    [
      { BankAccounts: [{ ...bankAccount, IBAN: "PK36SCBL0000001123456703" }] },
      { BankAccounts: "The IBAN is incorrect: compare it with the bank's documents" },
    ],
    [{ BankAccounts: Array.from({ length: 11 }, () => bankAccount) }, { BankAccounts: "At most 10 bank accounts" }],
    [{ Limits: { Void: -1 } }, { Limits: "A limit must be 0 or more" }],
    [{ Version: "1" }, { Version: "Version is not valid" }],
  ])("a change with %j is refused with an error at its field and changes nothing", async (change, errors) => {
    const before = await readRecord(admin);
    const reply = await admin.put("/society", { ...profile, ...change });
    expect({ status: reply.status, code: reply.body.code, errors: reply.body.errors }).toMatchObject({
      status: 400,
      errors,
    });
    expect(await readRecord(admin)).toEqual(before);
  });

  test("a change of an older version is answered 409 with the current record", async () => {
    const { Version } = await readRecord(admin);
    assertOk(await admin.put("/society", { ...profile, Phone: "042-5551234", Version }));
    const reply = await admin.put("/society", { ...profile, Version });
    expect(reply).toMatchObject({ status: 409, body: { code: "stale", data: { Phone: "042-5551234" } } });
  });

  test("only one of twenty concurrent changes of the same version succeeds", async () => {
    const { Version } = await readRecord(admin);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.put("/society", { ...profile, Name: `Society ${index}`, Version }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await readRecord(admin)).Version).toBe(Version + 1);
  });

  test("an account that becomes inactive and is chosen for a payment method at once is refused in one of both", async () => {
    const adminOnSecondServer = (await harness.portal.startAnotherServer()).person("admin");
    for (let attempt = 0; attempt < 6; attempt++) {
      const form = { AccountName: `Wallet ${attempt}`, Kind: "wallet", OpeningBalance: 0, OpeningDate: "2026-11-01" };
      const { AccountID } = parseRecord(account, await admin.post("/account", form));
      const { Version } = await readRecord(admin);
      const other = attempt % 2 === 0 ? admin : adminOnSecondServer;
      const replies = await Promise.all([
        admin.put("/society", { ...profile, Version, MethodAccounts: { Cash: 1, Online: AccountID } }),
        other.put(`/account/${AccountID}`, { ...form, IsActive: false }),
      ]);
      const statuses = replies.map(({ status }) => status);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual(statuses);
    }
  });

  test("the society requires its own permission, but everyone can read its public part and signed-in users its letterhead", async () => {
    for (const person of [manager, ali, nobody]) {
      expect((await person.get("/society")).status).toBe(403);
      expect((await person.put("/society", profile)).status).toBe(403);
      expect((await putLogo(person, createPng(4, 4))).status).toBe(403);
      const letterhead = assertOk(await person.get("/society/letterhead")).body.data;
      expect(letterhead).toMatchObject({ Phone: expect.any(String), BankAccounts: expect.any(Array) });
      expect(letterhead).not.toHaveProperty("Limits");
    }
    expect((await anonymous.get("/society/letterhead")).status).toBe(401);
    const { Name, NameUrdu, Logo } = await readRecord(admin);
    expect(assertOk(await anonymous.get("/society/public")).body.data).toEqual({
      Name,
      NameUrdu,
      Logo,
      IsSignUpOpen: true,
      IsSetUp: true,
      MailsAsFiles: true,
    });
  });

  test("a user with only the permission View can read the society but not change it", async () => {
    const clerkHarness = await openHarness();
    await clerkHarness.grant({ role: "Clerk", page: "/system-management?tab=society", action: "View" });
    assertOk(await clerkHarness.clerk.get("/society"));
    expect((await clerkHarness.clerk.put("/society", profile)).status).toBe(403);
    expect((await clerkHarness.clerk.delete("/society/logo")).status).toBe(403);
  });

  test("the audit contains changes of the society", async () => {
    assertOk(await admin.put("/society", { ...profile, Name: "Audited Society" }));
    const { data } = assertOk(await admin.get("/audit?resource=society")).body;
    expect(JSON.stringify(data)).toContain("Audited Society");
  });

  test("the society cannot be added, read by id or deleted", async () => {
    expect((await admin.post("/society", profile)).status).toBe(405);
    expect((await admin.delete("/society")).status).toBe(405);
    expect((await admin.get("/society/1")).status).toBe(404);
  });
});

describe("the logo", () => {
  test("a PNG is rebuilt from its pixels, scaled down and readable for everyone, and a PNG followed by other bytes is refused", async () => {
    const file = createPng(300, 150);
    const fileWithScript = Buffer.concat([file, Buffer.from("<script>hidden</script>")]);
    expect((await putLogo(admin, file)).status).toBe(200);
    const Logo = await readPublicLogo();
    const image = PNG.sync.read(Buffer.from(Logo.replace("data:image/png;base64,", ""), "base64"));
    expect([image.width, image.height]).toEqual([256, 128]);
    expect((await putLogo(admin, fileWithScript)).status).toBe(400);
    expect(await readPublicLogo()).toBe(Logo);
  });

  test("a JPEG is recognised by its content, rebuilt, and can be removed", async () => {
    expect((await putLogo(admin, createJpeg(120, 80), "image/svg+xml")).status).toBe(200);
    expect(await readPublicLogo()).toMatch(/^data:image\/jpeg;base64,/);
    assertOk(await admin.delete("/society/logo"));
    expect(await readPublicLogo()).toBe("");
  });

  const unreadableMessage = "The logo must be a PNG or JPEG image of at most 2000 × 2000 pixels";
  test.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), unreadableMessage],
    ["an empty file", Buffer.alloc(0), unreadableMessage],
    ["a truncated PNG", createPng(60, 60).subarray(0, -300), unreadableMessage],
    ["a truncated JPEG", createJpeg(60, 60).subarray(0, -300), unreadableMessage],
    ["a PNG of too many pixels", createPng(2_001, 1), unreadableMessage],
    ["a JPEG of too many pixels", createJpeg(2_001, 8), unreadableMessage],
    ["a decompression bomb", createDecompressionBomb(150_000_000), unreadableMessage],
    [
      "a file of more than 200 kB",
      Buffer.concat([createPng(4, 4), Buffer.alloc(201_000)]),
      "The logo is larger than 200 kB",
    ],
  ])("%s is refused, and the logo stays", async (_name, file, message) => {
    const before = await readPublicLogo();
    const reply = await putLogo(admin, file);
    expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 400, errors: { Logo: message } });
    expect(await readPublicLogo()).toBe(before);
  });
});

async function readRecord(person: Person) {
  return recordSchema.parse(assertOk(await person.get("/society")).body.data);
}

async function readPublicLogo(): Promise<string> {
  const { data } = assertOk(await anonymous.get("/society/public")).body;
  return z.object({ Logo: z.string() }).parse(data).Logo;
}

async function putLogo(person: Person, file: Buffer, type = "image/png"): Promise<Reply> {
  const headers = { "content-type": type };
  return readReply(await person.fetch("/society/logo", { method: "PUT", headers, body: new Uint8Array(file) }));
}
